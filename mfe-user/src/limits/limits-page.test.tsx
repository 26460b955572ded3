import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createLimit,
  deleteLimit,
  getLimitHistory,
  getLimitUsage,
  getSiteLimit,
  listCloseLimits,
  listGroups,
  listLimits,
  simulateLimit,
  updateLimit,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { toDraft, toForm } from './limit-form.ts';
import {
  close,
  daily,
  history,
  limits,
  noSiteLimit,
  off,
  pageOf,
  running,
  simulation,
  siteLimit,
  windows,
} from './limits.fixtures.ts';

beforeEach(() => {
  answer(listLimits, pageOf(limits));
  answer(listGroups, ['default', 'vip']);
  answer(getLimitUsage, windows);
  answer(listCloseLimits, []);
  answer(getSiteLimit, noSiteLimit);
  answer(getLimitHistory, history);
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
  expect(await within(row).findByText('Highest: $0.90 (ada)')).toBeTruthy();
  expect(within(row).getByRole('meter').getAttribute('value')).toBe('90');
  expect(screen.getByText('Group default: at most 20 concurrent requests')).toBeTruthy();
  expect(
    screen.getByText(
      'Channel OpenAI production: at most 9,000,000,000 tokens in any 5 hours for claude-*, gpt-5*',
    ),
  ).toBeTruthy();
});

test('the scope in the address filters the list', async () => {
  await open('/limit?scope=channel');
  await waitFor(() => expect(callsOf(listLimits).at(-1)).toMatchObject({ scope: 'channel' }));
});

test('a budget below a cent is shown with all its decimals', async () => {
  answer(listLimits, pageOf([{ ...daily, amount: 1200 }]));
  answer(getLimitUsage, [{ ...windows[0]!, spent: 20, held: 0 }]);
  await open();
  const row = await rowOf('Each user: at most $0.0024 a day');
  expect(await within(row).findByText(/^Highest: \$0\.00004/)).toBeTruthy();
});

test('a new rule is saved as the sentence above the form says', async () => {
  answer(createLimit, daily);
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText('Each user: at most $1.00 a day')).toBeTruthy();
  expect(within(drawer).getByText(/^Applies as soon as you save: requests above/)).toBeTruthy();
  await person().click(within(drawer).getByRole('button', { name: 'Create limit' }));
  await waitFor(() =>
    expect(callsOf(createLimit)[0]).toMatchObject({
      ...{ scope: 'user', scope_id: 'each', resource: 'quota', amount: 500_000, window: 'day' },
      ...{ when_full: 'refuse', wait_seconds: 0, warn_at: [80, 100], enabled: true },
    }),
  );
});

test.each([
  ['0.0000001', 'The smallest amount is $0.000002.'],
  ['99999999999999999999', 'Enter a number from $0.00 to $18,000,000,000.00.'],
  ['1e309', 'Enter a number, such as 1000 or 0.5.'],
  ['-5', 'Enter a number from $0.00 to $18,000,000,000.00.'],
])('a budget of %s is refused at its field, in the words of the reader', async (typed, sentence) => {
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = within(await screen.findByRole('dialog'));
  const field = drawer.getByRole('spinbutton', { name: 'Maximum' });
  await person().clear(field);
  await person().click(field);
  await person().paste(typed);
  await person().click(drawer.getByRole('button', { name: 'Create limit' }));
  expect(await drawer.findByText(sentence)).toBeTruthy();
  expect(callsOf(createLimit)).toEqual([]);
});

test('a budget of zero says that it rejects every request before it is saved', async () => {
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.queryByText(/rejects every request/)).toBeNull();
  await person().clear(drawer.getByRole('spinbutton', { name: 'Maximum' }));
  await person().type(drawer.getByRole('spinbutton', { name: 'Maximum' }), '0');
  expect(await drawer.findByText('0 rejects every request that the limit applies to.')).toBeTruthy();
});

test('a rule for running calls is created and saved without a window, with a number of its own', async () => {
  answer(createLimit, running);
  answer(updateLimit, running);
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  await person().click(within(drawer).getByRole('combobox', { name: 'What is limited' }));
  await person().click(within(drawer).getByRole('option', { name: 'Concurrent requests' }));
  expect(await within(drawer).findByText('Each user: at most 5 concurrent requests')).toBeTruthy();
  expect(within(drawer).queryByText('Warn at (%)')).toBeNull();
  await person().click(within(drawer).getByRole('button', { name: 'Create limit' }));
  await waitFor(() =>
    expect(callsOf(createLimit)[0]).toMatchObject({ resource: 'concurrent', amount: 5, warn_at: [] }),
  );

  const sentence = 'Group default: at most 20 concurrent requests';
  await person().click(within(await rowOf(sentence)).getByRole('button', { name: 'Edit' }));
  await person().click(await screen.findByRole('button', { name: 'Save limit' }));
  await waitFor(() =>
    expect(callsOf(updateLimit)[0]).toMatchObject({ id: running.id, amount: 20, scope_id: 'default' }),
  );
});

test('a budget an hour is created, which needs no time zone', async () => {
  answer(createLimit, daily);
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  await person().click(within(drawer).getByRole('combobox', { name: 'Period' }));
  await person().click(within(drawer).getByRole('option', { name: 'Hour' }));
  await person().click(within(drawer).getByRole('button', { name: 'Create limit' }));
  await waitFor(() => expect(callsOf(createLimit)[0]).toMatchObject({ window: 'hour', amount: 500_000 }));
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

test('a rule is tried before it is saved, and another amount makes the result disappear', async () => {
  answer(simulateLimit, simulation);
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  await person().click(within(drawer).getByRole('button', { name: 'Try on the last 7 days' }));
  const sentence = 'Would have rejected 312 requests of 4 users, out of 12,345 requests in the last 7 days.';
  expect(await within(drawer).findByText(sentence)).toBeTruthy();
  expect(within(drawer).getByText('ada: 200, bo: 110, #3: 1')).toBeTruthy();
  expect(callsOf(simulateLimit)).toMatchObject([
    { scope: 'user', scope_id: 'each', resource: 'quota', amount: '500000', window: 'day' },
  ]);
  expect(callsOf(createLimit)).toEqual([]);

  const amount = within(drawer).getAllByLabelText('Maximum')[0] as HTMLElement;
  await person().clear(amount);
  await person().type(amount, '2');
  await waitFor(() => expect(within(drawer).queryByText(sentence)).toBeNull());
});

test('a rule that would reject nothing says so, and an older log says since when it was read', async () => {
  answer(simulateLimit, { ...simulation, refused: 0, users: 0, top: [], is_whole: false });
  await open();
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  await person().click(within(drawer).getByRole('button', { name: 'Try on the last 7 days' }));
  expect(
    await within(drawer).findByText(/^Would have rejected none of 12,345 requests since 2026/),
  ).toBeTruthy();
});

test('those who are close to a limit are listed above the rules, with what they used', async () => {
  answer(listCloseLimits, close);
  await open();
  const list = await screen.findByRole('list', { name: 'Close to their limit' });
  const [first, second] = within(list).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(first).getByText('User bo · Trial accounts')).toBeTruthy();
  expect(within(first).getByText('$1.00 of $1.00 used')).toBeTruthy();
  expect(
    within(second).getByText('Channel OpenAI production · At most 1,000,000 tokens in any 5 hours for gpt-*'),
  ).toBeTruthy();
  expect(within(second).getByText('Frees up over time')).toBeTruthy();
});

test('the model rate limit of the settings is one of the limits while it is on', async () => {
  answer(getSiteLimit, siteLimit);
  await open();
  expect(await screen.findByText(/each user sends at most 30 requests in any 5 minutes/)).toBeTruthy();
});

test('the use over time has a chart of the days and the windows of each', async () => {
  await open();
  await person().click(
    within(await rowOf('Trial accounts')).getByRole('button', { name: 'Usage over time' }),
  );
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Usage over time (limit: $1.00)')).toBeTruthy();
  expect(within(drawer).getAllByText('ada').length).toBe(2);
});

test('for a user without limits the page says so, and the form begins with that user', async () => {
  answer(listLimits, pageOf([]));
  await open('/limit?scope=user&scope_id=7');
  const empty = (await screen.findByText('No limit of its own yet')).closest('main, body') as HTMLElement;
  expect(within(empty).queryByText('No results for these filters')).toBeNull();
  await person().click(screen.getAllByRole('button', { name: 'Create limit' }).at(-1) as HTMLElement);
  expect(await screen.findByText(/^User 7: at most/)).toBeTruthy();
});

test('a rule that is not in use says so', async () => {
  answer(getLimitUsage, []);
  await open();
  const row = await rowOf('Each user: at most $1.00 a day');
  expect(await within(row).findByText('No usage now')).toBeTruthy();
});

test('a new rule is for whom the filter names', async () => {
  answer(createLimit, daily);
  await open('/limit?scope=channel&scope_id=7');
  await person().click((await screen.findAllByRole('button', { name: 'Create limit' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText('Channel 7: at most $1.00 a day')).toBeTruthy();
});

test.each([daily, running, off])('the form keeps every field of rule $id', (rule) => {
  const { id: _, created_time: __, from: ___, target_name: ____, scope_id, ...fields } = rule;
  expect(toDraft(toForm(rule))).toEqual({ ...fields, scope_id: String(scope_id) });
});
