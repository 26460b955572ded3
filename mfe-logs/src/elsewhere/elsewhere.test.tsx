import { screen, waitFor } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listMargin, listTokenUsage, listUserUsage } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { CallsOfToken, MarginOfChannel, SpentOfUser } from './row-columns.tsx';
import { ShowCallsOfChannel, ShowCallsOfToken } from './show-calls.tsx';

afterEach(forgetAnswers);

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(children: ReactNode) {
  return renderArea({ id: 'logs', area, role: 'admin', path: '/user', children });
}

test.each([
  ['a token', ShowCallsOfToken, '/log?token_name=ci'],
  ['a channel', ShowCallsOfChannel, '/log?channel=7'],
])('the action of %s leads to its calls and is over', async (_, Action, address) => {
  const onClose = vi.fn();
  await open(
    <>
      <Action row={{ id: 7, name: 'ci' }} onClose={onClose} />
      <Address />
    </>,
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(address));
  expect(onClose).toHaveBeenCalledOnce();
});

test('cells of a column share one request', async () => {
  const day = { created_at: 1, token_used: 1, quota: 1 };
  answer(listTokenUsage, [
    {
      id: 1,
      days: [
        { ...day, count: 3 },
        { ...day, count: 4 },
      ],
    },
    { id: 2, days: [{ ...day, count: 0 }] },
  ]);
  const rows = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ];
  await open(rows.map((row) => <CallsOfToken key={row.id} row={row} rows={rows} />));
  expect(await screen.findByText('7')).toBeTruthy();
  expect(screen.getByText('0')).toBeTruthy();
  expect(callsOf(listTokenUsage)).toEqual([{ ids: '1,2' }]);
});

test('a user who spent nothing has zero, unless the list is of the first hundred alone', async () => {
  const hour = { id: 0, model_name: '', created_at: 1, token_used: 1, count: 1, quota: 500_000 };
  answer(listUserUsage, [{ ...hour, user_id: 1, username: 'ada' }]);
  const rows = [
    { id: 1, username: 'ada' },
    { id: 2, username: 'bob' },
  ];
  await open(rows.map((row) => <SpentOfUser key={row.id} row={row} rows={rows} />));
  expect(await screen.findByText('$1.00')).toBeTruthy();
  expect(screen.getByText('$0.00')).toBeTruthy();
  forgetAnswers();
  answer(
    listUserUsage,
    Array.from({ length: 100 }, (_, id) => ({ ...hour, user_id: id + 10, username: `u${id}` })),
  );
  await open(<SpentOfUser row={{ id: 2, username: 'bob' }} rows={rows} />);
  expect(await screen.findByText('–')).toBeTruthy();
});

test('a channel whose costs are unknown shows a dash', async () => {
  const row = { label: '', revenue: 900_000, calls: 3, known_revenue: 900_000 };
  answer(listMargin, [
    { ...row, name: '1', cost: 400_000 },
    { ...row, name: '2', cost: null },
  ]);
  const rows = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ];
  await open(rows.map((channel) => <MarginOfChannel key={channel.id} row={channel} rows={rows} />));
  expect(await screen.findByText('$1.00')).toBeTruthy();
  expect(screen.getByText('–')).toBeTruthy();
});
