import type { FederationEvent } from '@tollgate/federation';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceEach } from './once-each.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const failure: FederationEvent = { type: 'area.failure/v1', area: 'logs', buildId: 'one', class: 'timeout' };
const degraded: FederationEvent = { type: 'area.degraded/v1', area: 'logs', classes: ['timeout'] };

test('an area that is opened twice at a time reports a failure once, and again when it fails later', () => {
  const passed: FederationEvent[] = [];
  const pass = onceEach((event) => passed.push(event));
  for (const event of [failure, degraded, failure, degraded]) pass(event);
  expect(passed).toEqual([failure, degraded]);
  vi.advanceTimersByTime(15_000);
  pass(failure);
  expect(passed).toEqual([failure, degraded, failure]);
});

test('failures of another kind or build, and other events, all pass', () => {
  const passed: FederationEvent[] = [];
  const pass = onceEach((event) => passed.push(event));
  const events: FederationEvent[] = [
    failure,
    { ...failure, class: 'integrity' },
    { ...failure, buildId: 'two' },
    { ...failure, area: 'user' },
  ];
  for (const event of events) pass(event);
  expect(passed).toEqual(events);
});
