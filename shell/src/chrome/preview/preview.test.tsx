import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { endPreview, startPreview } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { areas } from '../../testing/areas.ts';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

const link = '/preview?area=logs&build=7c773f8fcd';

test('a link to a preview changes nothing before the person agrees, and shows why it is refused', async () => {
  visit({ url: link, user: ada });
  expect(await screen.findByRole('heading', { name: 'Preview the area “logs”' })).toBeTruthy();
  expect(document.body.textContent).toContain('You get build 7c773f8fcd of it for 24 hours.');
  expect(callsOf(startPreview)).toEqual([]);
  answer(startPreview, { code: 'busy' });
  await userEvent.click(screen.getByRole('button', { name: 'Start preview' }));
  await waitFor(() => expect(callsOf(startPreview)).toEqual([{ id: 'logs', build_id: '7c773f8fcd' }]));
  expect(await screen.findByText(/busy/i)).toBeTruthy();
});

test('a visitor of the link signs in first', async () => {
  visit({ url: link });
  expect(await screen.findByRole('heading', { name: /Sign in/ })).toBeTruthy();
});

test('a link without a build is no page', async () => {
  visit({ url: '/preview?area=logs', user: ada });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

test('a line above every page names the previewed build, and ends the preview', async () => {
  const previewed = areas.map((area) => (area.id === 'logs' ? { ...area, why: 'preview' as const } : area));
  visit({ url: '/token', user: ada, areas: previewed });
  const line = await screen.findByTestId('area-preview');
  expect(line.textContent).toContain('of the area “logs”');
  answer(endPreview, { code: 'busy' });
  await userEvent.click(within(line).getByRole('button', { name: 'End preview' }));
  await waitFor(() => expect(callsOf(endPreview)).toEqual([{ id: 'logs' }]));
});
