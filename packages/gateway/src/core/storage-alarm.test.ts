import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openLog() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  return { lines, fail: () => log.error({ err: full }, 'Background work failed') };
}

test('the log has one sentence without a stack about the full disk when many writes fail', () => {
  const { lines, fail } = openLog();
  for (let time = 0; time < 100; time += 1) fail();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: expect.stringMatching(/disk is full.*Free some space/),
    code: 'SQLITE_FULL',
  });
  expect(lines[0]).not.toContain('stack');
});

test('the log repeats it once a minute while writes fail', () => {
  const { lines, fail } = openLog();
  for (let second = 0; second < 150; second += 1) {
    fail();
    vi.advanceTimersByTime(1000);
  }
  expect(lines).toHaveLength(3);
});

test('the log has one sentence about free space when writes no longer fail', () => {
  const { lines, fail } = openLog();
  fail();
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('The disk has room again');
  fail();
  expect(lines).toHaveLength(3);
});

test('the log recognizes a full disk when the error is the cause of another', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  log.error({ err: new Error('the ledger is not available', { cause: full }) }, 'A job failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ code: 'ENOSPC' });
});
