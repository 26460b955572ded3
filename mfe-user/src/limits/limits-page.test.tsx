import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { createLimit, deleteLimit, getLimitUsage, listLimits, updateLimit } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { toDraft, toForm } from './limit-form.ts';
import { daily, limits, off, pageOf, running, windows } from './limits.fixtures.ts';

beforeEach(() => {
  answer(listLimits, pageOf(limits));
  answer(getLimitUsage, windows);
});
afterEach(forgetAnswers);

const open = (path = '/limit') => renderArea({ id: 'user', area, role: 'admin', path });
const person = () => userEvent.setup({ pointerEventsCheck: 0 });
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

async function choose(row: string, action: string) {
  await person().click(within(await rowOf(row)).getByRole('button', { name: /^Actions for/ }));
  await person().click(await screen.findByRole('menuitem', { name: action }));
}

test('each rule is a sentence, with how much of it is used now', async () => {
  await open();
  const row = await rowOf('Each user: at most $1.00 a day');
  expect(within(row).getByText('Trial accounts')).toBeTruthy();
  expect(await within(row).findByText('Highest: $0.90 (12)')).toBeTruthy();
  expect(within(row).getByRole('meter').getAttribute('value')).toBe('90');
  expect(screen.getByText('Group default: at most 20 running calls at once')).toBeTruthy();
  expect(
    screen.getByText('Channel 7: at most 9,000,000,000 tokens in any 5 hours for claude-*,gpt-5*'),
  ).toBeTruthy();
});

test('the scope in the address filters the list', async () => {
  await open('/limit?scope=channel');
  await waitFor(() => expect(callsOf(listLimits).at(-1)).toMatchObject({ scope: 'channel' }));
});

test('a new rule is saved as the sentence above the form says', async () => {
  answer(createLimit, daily);
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText('Each user: at most $1.00 a day')).toBeTruthy();
  await person().click(within(drawer).getByRole('button', { name: 'Create limit' }));
  await waitFor(() =>
    expect(callsOf(createLimit)[0]).toMatchObject({
      ...{ scope: 'user', scope_id: 'each', resource: 'quota', amount: 500_000, window: 'day' },
      ...{ when_full: 'refuse', wait_seconds: 0, warn_at: [80, 100], enabled: true },
    }),
  );
});

test('a rule is turned off, and deleted after a question', async () => {
  answer(updateLimit, { ...daily, enabled: false });
  answer(deleteLimit, undefined);
  await open();
  await choose('Trial accounts', 'Turn off');
  await waitFor(() => expect(callsOf(updateLimit)).toEqual([{ id: daily.id, enabled: false }]));

  await choose('Trial accounts', 'Delete');
  await person().click(await screen.findByRole('button', { name: 'Delete limit' }));
  await waitFor(() => expect(callsOf(deleteLimit)).toEqual([{ id: String(daily.id) }]));
});

test.each([daily, running, off])('the form keeps every field of rule $id', (rule) => {
  const { id: _, created_time: __, from: ___, scope_id, ...fields } = rule;
  expect(toDraft(toForm(rule))).toEqual({ ...fields, scope_id: String(scope_id) });
});
