import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getOwnLogBars, getOwnLogStat, listOwnGroups, listOwnLogs } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { noBars } from '../bars/bars.fixtures.ts';
import '../usage-log/usage-log-page.tsx'; // preloaded: the first test must not wait for it
import { asOwn, entries, pageOf, stat } from '../usage-log/usage-log.fixtures.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  answer(listOwnLogs, pageOf(entries.map(asOwn), 45));
  answer(getOwnLogStat, stat);
  answer(getOwnLogBars, noBars);
  answer(listOwnGroups, {});
});
afterEach(() => {
  vi.useRealTimers();
  forgetAnswers();
});

const seconds = (...date: [number, number, number, number?, number?]) =>
  String(Math.floor(new Date(...date).getTime() / 1000));
const lastRange = (endpoint: typeof listOwnLogs | typeof getOwnLogStat) => {
  const { start_timestamp, end_timestamp } = callsOf(endpoint).at(-1) ?? {};
  return { start_timestamp, end_timestamp };
};

async function openAt(now: Date, path: string) {
  vi.setSystemTime(now);
  await renderArea({ id: 'logs', area, role: 'user', path });
  await screen.findByText('gpt-4o');
}

async function refresh() {
  const before = callsOf(listOwnLogs).length;
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
  await vi.waitFor(() => expect(callsOf(listOwnLogs).length).toBeGreaterThan(before));
}

// @spec J083 J084
test('the log opens with today since midnight and has no end, so that no call is left out', async () => {
  await openAt(new Date(2026, 2, 14, 9, 5), '/log');
  for (const endpoint of [listOwnLogs, getOwnLogStat])
    expect(lastRange(endpoint)).toEqual({
      start_timestamp: seconds(2026, 2, 14),
      end_timestamp: undefined,
    });
});

test('a page that was open for four hours asks for calls up to now', async () => {
  await openAt(new Date(2026, 2, 14, 9, 5), '/log?time=last-hour');
  vi.setSystemTime(new Date(2026, 2, 14, 13, 5));
  await refresh();
  const range = { start_timestamp: seconds(2026, 2, 14, 12, 5), end_timestamp: undefined };
  expect(lastRange(listOwnLogs)).toEqual(range);
  expect(lastRange(getOwnLogStat)).toEqual(range);
});

test('at midnight "today" becomes the new day by itself', async () => {
  await openAt(new Date(2026, 2, 14, 23, 59, 50), '/log');
  act(() => void vi.advanceTimersByTime(30_000));
  await vi.waitFor(() =>
    expect(lastRange(listOwnLogs)).toEqual({
      start_timestamp: seconds(2026, 2, 15),
      end_timestamp: undefined,
    }),
  );
});

test('an address with two moments keeps its meaning', async () => {
  await openAt(new Date(2026, 2, 14, 9, 5), '/log?time=150-180');
  expect(lastRange(listOwnLogs)).toEqual({ start_timestamp: '150', end_timestamp: '180' });
});

test('the page says how old its rows are', async () => {
  await openAt(new Date(2026, 2, 14, 9, 5), '/log');
  expect(await screen.findByText('Updated just now')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.getByText('Updated 20 seconds ago')).toBeTruthy();
});
