import { screen, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listMargin } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { marginChannels } from './margin.fixtures.ts';

afterEach(forgetAnswers);

const open = (path: string) => renderArea({ id: 'logs', area, role: 'admin', path });
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

test('a channel that is sold below cost is marked, and one without costs says so', async () => {
  answer(listMargin, marginChannels);
  await open('/margin?by=channel');
  expect(within(await rowOf('Reseller')).getByText('Below cost')).toBeTruthy();
  expect(within(await rowOf('Reseller')).getByText('-$31.00')).toBeTruthy();
  expect(within(await rowOf('Reseller')).getByText('-19.1%')).toBeTruthy();
  expect(within(await rowOf('Anthropic, main account')).getByText('35.8%')).toBeTruthy();
  expect(within(await rowOf('Deleted channel #12')).getByText('No costs set')).toBeTruthy();
  expect(callsOf(listMargin).map(({ by }) => by)).toContain('channel');
});

test('a phone marks what is sold below cost next to its name', async () => {
  answer(listMargin, marginChannels);
  const page = (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM;
  const before = window.innerWidth;
  page.setViewport({ width: 390 });
  try {
    await open('/margin?by=channel');
    expect(screen.queryByRole('columnheader')).toBeNull();
    const title = (await screen.findByText('Reseller')).closest('.margin-name') as HTMLElement;
    expect(within(title).getByText('Below cost')).toBeTruthy();
  } finally {
    page.setViewport({ width: before });
  }
});

test('revenue says which part of it has a known cost, as only that counts for the margin', async () => {
  answer(listMargin, [{ ...marginChannels[0]!, revenue: 1_000_000, known_revenue: 500_000, cost: 400_000 }]);
  await open('/margin?by=channel');
  const row = within(await rowOf('Anthropic, main account'));
  expect(row.getByText('$1.00 with costs')).toBeTruthy();
  expect(row.getByText('$0.20')).toBeTruthy();
});

test('the margin of the period leaves out calls whose cost is not known, and says their share', async () => {
  answer(listMargin, [
    { name: '1795046400', label: '', revenue: 1_000_000, known_revenue: 500_000, cost: 400_000, calls: 3 },
  ]);
  await open('/margin');
  const tiles = await screen.findByRole('region', { name: 'Margin' });
  expect(await within(tiles).findByText('$2.00')).toBeTruthy();
  expect(within(tiles).getByText('$0.20')).toBeTruthy();
  expect(within(tiles).getByText('20% of the revenue with costs')).toBeTruthy();
  expect(within(tiles).getByText('For 50% of the revenue. The rest has no costs set.')).toBeTruthy();
});

test('without any known cost neither cost nor margin is shown as zero', async () => {
  answer(listMargin, [
    { name: '1795046400', label: '', revenue: 1_000_000, known_revenue: 0, cost: null, calls: 0 },
  ]);
  await open('/margin');
  const tiles = await screen.findByRole('region', { name: 'Margin' });
  expect(await within(tiles).findByText('$2.00')).toBeTruthy();
  expect(within(tiles).queryByText('$0.00')).toBeNull();
  expect(within(tiles).getAllByText('–')).toHaveLength(2);
  expect(within(tiles).getByText('No costs set for these requests. Set them under Channels.')).toBeTruthy();
});
