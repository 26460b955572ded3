import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseGoneError } from '../core/database-gone.ts';
import { LogOutage } from '../db/log-outage.ts';
import { createLogSink } from './log-sink.ts';

/** Enough waiting rows that the first failure of the log database begins an outage. */
const MANY = 5_000;
const gone = () => Promise.reject(new DatabaseGoneError('ECONNREFUSED', new Error('refused')));

function openSink(failing: 'record' | 'forget') {
  const outage = new LogOutage({ isServer: true });
  const queued: unknown[] = [];
  const shelter = async (rows: readonly unknown[]) => void queued.push(...rows);
  const fine = async () => {};
  const sink = createLogSink({ record: fine, forget: fine, shelter, outage, [failing]: gone });
  return { sink, outage, sheltered: queued };
}

afterEach(() => vi.useRealTimers());

test('a failure of the main database begins no outage of the log database', async () => {
  const { sink, outage, sheltered: queued } = openSink('forget');
  await expect(sink.write([], MANY)).rejects.toThrow(DatabaseGoneError);
  await expect(sink.writeOrQueue([])).rejects.toThrow(DatabaseGoneError);
  expect(outage.isAway).toBe(false);
  expect(queued).toEqual([]);
});

test('a failure of the log database begins an outage, and rows go to the main database', async () => {
  const { sink, outage, sheltered: queued } = openSink('record');
  const row = { request_id: 'a' } as never;
  await sink.write([row], MANY);
  expect(outage.isAway).toBe(true);
  expect(queued).toEqual([row]);
});

test('rows that the log database takes too slowly at once are written in smaller parts', async () => {
  vi.useFakeTimers();
  const rows = Array.from({ length: 128 }, (_, at) => ({ request_id: `r${at}` }) as never);
  const written = new Set<unknown>();
  const sizes: number[] = [];
  // A row takes 50 ms; what lasts for longer than the limit is lost with its connection.
  const record = async (part: readonly unknown[]) => {
    sizes.push(part.length);
    await new Promise((resolve) => setTimeout(resolve, part.length * 50));
    if (part.length * 50 < 3000) for (const row of part) written.add(row);
  };
  const never = () => Promise.reject(new Error('not used'));
  const sink = createLogSink({ record, shelter: never, outage: new LogOutage({ isServer: true }) });

  const attempt = async () => {
    const result = sink.attempt(rows).then(
      () => 'written',
      () => 'too slow',
    );
    await vi.runAllTimersAsync();
    return result;
  };
  expect(await attempt()).toBe('too slow');
  expect(await attempt()).toBe('written');
  expect(written.size).toBe(128);
  expect(sizes[0]).toBe(128);
  expect(Math.max(...sizes.slice(1))).toBeLessThan(60);
});
