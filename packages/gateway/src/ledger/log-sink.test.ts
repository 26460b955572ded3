import { expect, test } from 'vitest';
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
