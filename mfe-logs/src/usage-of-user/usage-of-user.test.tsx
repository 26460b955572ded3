import { screen } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listLogs, listUsage } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { chatCall } from '../usage-log/usage-log.fixtures.ts';
import { sumByDay } from './usage-of-user.data.ts';
import { UsageOfUser } from './usage-of-user.tsx';

afterEach(forgetAnswers);

const hour = (created_at: number, quota: number, count: number) => ({
  id: 0,
  user_id: 0,
  username: '',
  model_name: 'gpt',
  created_at,
  token_used: 1,
  count,
  quota,
});
const page = { total: -1, page: 1, page_size: 5, next_cursor: null };

function open() {
  return renderArea({
    id: 'logs',
    area,
    role: 'admin',
    path: '/user',
    children: <UsageOfUser userId={7} username="ada" />,
  });
}

test("the panel shows a user's cost and calls and links to their entries", async () => {
  const now = Math.floor(Date.now() / 1000);
  answer(listUsage, [hour(now - 3600, 500_000, 3), hour(now - 90_000, 250_000, 2)]);
  answer(listLogs, { ...page, items: [{ ...chatCall, model_name: 'gpt-of-ada' }] });
  await open();
  expect(await screen.findByText('gpt-of-ada')).toBeTruthy();
  expect(screen.getByText('5')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View all requests of ada' }).getAttribute('href')).toBe(
    '/log?username=ada',
  );
  expect(callsOf(listLogs)[0]).toMatchObject({ username: 'ada', type: '2' });
  expect(callsOf(listUsage)[0]).toMatchObject({ username: 'ada' });
  for (const endpoint of [listLogs, listUsage])
    expect(callsOf(endpoint)[0]).not.toHaveProperty('end_timestamp');
});

test('a user without calls shows a notice', async () => {
  answer(listUsage, []);
  answer(listLogs, { ...page, items: [] });
  await open();
  expect(await screen.findByText('No requests in this period.')).toBeTruthy();
});

test('a failed load is shown in the panel', async () => {
  answer(listUsage, { code: 'busy' });
  answer(listLogs, { code: 'busy' });
  await open();
  expect(await screen.findByText(/^Couldn't load the usage\./)).toBeTruthy();
});

test('hours are summed into days, including those at the edges', () => {
  const days = sumByDay([hour(-10, 1, 1), hour(0, 2, 1), hour(86_400, 3, 1), hour(9 * 86_400, 4, 1)], 0);
  expect(days.map(({ quota }) => quota)).toEqual([3, 3, 0, 0, 0, 0, 4]);
});
