import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { createStore, type Session } from '@tollgate/console-sdk';
import { type RegistrySnapshot, reportAreaEvents } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ada } from '../testing/users.ts';
import { createAreaReports } from './area-reports.ts';
import { followRegistry } from './follow-registry.ts';
import type { RegistrySource } from './registry-source.ts';

const BUILD = 'aaaaaaaaaa';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEvents);
  FakeEvents.open = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetAnswers();
});

test('an event with a new revision reloads the registry soon, and the current revision does not', () => {
  const { registry, session } = page({ live: true });
  session.set({ user: ada });
  const stop = followRegistry(registry, session);
  vi.advanceTimersByTime(3000);
  expect(FakeEvents.open.map(({ url }) => url)).toEqual(['/api/console/events']);

  FakeEvents.open[0]?.onmessage?.({ data: '{"rev":"1"}' });
  vi.advanceTimersByTime(2000);
  expect(registry.refresh).not.toHaveBeenCalled();
  FakeEvents.open[0]?.onmessage?.({ data: '{"rev":"2"}' });
  vi.advanceTimersByTime(2000);
  expect(registry.refresh).toHaveBeenCalledTimes(1);
  stop();
  expect(FakeEvents.open).toEqual([]);
});

test("every event but the first is passed on, even when the page's registry stays the same", () => {
  const { registry, session } = page({ live: true });
  session.set({ user: ada });
  const onNews = vi.fn();
  const stop = followRegistry(registry, session, { onNews });
  vi.advanceTimersByTime(3000);
  const sendRevision = () => FakeEvents.open[0]?.onmessage?.({ data: '{"rev":"1"}' });
  sendRevision();
  expect(onNews).not.toHaveBeenCalled();
  sendRevision();
  sendRevision();
  expect(onNews).toHaveBeenCalledTimes(2);
  stop();
});

test('an event about notifications is passed on and does not reload the registry', () => {
  const { registry, session } = page({ live: true });
  session.set({ user: ada });
  const onNotification = vi.fn();
  const stop = followRegistry(registry, session, { onNotification });
  vi.advanceTimersByTime(3000);
  FakeEvents.open[0]?.named.get('notifications')?.();
  vi.advanceTimersByTime(2000);
  expect(onNotification).toHaveBeenCalledTimes(1);
  expect(registry.refresh).not.toHaveBeenCalled();
  stop();
});

test('a page without events polls every minute, and a visitor opens no connection', () => {
  const { registry, session } = page({ live: true });
  const stop = followRegistry(registry, session);
  vi.advanceTimersByTime(120_000);
  expect(registry.refresh).toHaveBeenCalledTimes(2);
  expect(FakeEvents.open).toEqual([]);
  stop();
  vi.advanceTimersByTime(120_000);
  expect(registry.refresh).toHaveBeenCalledTimes(2);
});

test('a sign-in and a logout load the registry of the current user', () => {
  const { registry, session } = page({ live: true });
  const stop = followRegistry(registry, session);
  session.set({ user: ada });
  session.set({ user: { ...ada, display_name: 'Ada L.' } });
  session.set({ user: null });
  expect(registry.refresh).toHaveBeenCalledTimes(2);
  stop();
});

test('loads, failures and crashes are sent together, without messages', async () => {
  answer(reportAreaEvents, undefined);
  const report = createAreaReports(page({ live: true }).registry);
  const about = { area: 'logs', buildId: BUILD };
  report({ type: 'area.failure/v1', ...about, class: 'http', status: 404 });
  report({ type: 'area.load/v1', ...about, source: 'fallback', failuresBefore: 1, durationMs: 420 });
  report({ type: 'area.crash/v1', ...about, message: 'ada@example.com' });
  report({ type: 'area.degraded/v1', area: 'logs', classes: ['http'] });
  expect(callsOf(reportAreaEvents)).toEqual([]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(callsOf(reportAreaEvents)).toEqual([
    {
      schema: 1,
      events: [
        { type: 'area.failure/v1', ...about, class: 'http' },
        { type: 'area.load/v1', ...about, durationMs: 420 },
        { type: 'area.crash/v1', ...about, route: '', name: '', message: '', stack: [] },
      ],
    },
  ]);
});

test('pending reports are sent at once when the page is left, and outlive it', async () => {
  answer(reportAreaEvents, undefined);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const report = createAreaReports(page({ live: true }).registry);
  report({ type: 'area.crash/v1', area: 'logs', buildId: BUILD, message: '' });
  await vi.advanceTimersByTimeAsync(1500);
  window.dispatchEvent(new Event('pagehide'));
  expect(callsOf(reportAreaEvents)).toHaveLength(1);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
  window.dispatchEvent(new Event('pagehide'));
  expect(callsOf(reportAreaEvents)).toHaveLength(1);
});

test('what fails because the page is left is not counted against a build', () => {
  answer(reportAreaEvents, undefined);
  const report = createAreaReports(page({ live: true }).registry);
  const about = { area: 'logs', buildId: BUILD };
  report({ type: 'area.load/v1', ...about, source: 'fallback', failuresBefore: 0, durationMs: 80 });
  report({ type: 'area.crash/v1', area: 'logs', buildId: BUILD, message: '' });
  window.dispatchEvent(new Event('pagehide'));
  expect(callsOf(reportAreaEvents)).toEqual([
    { schema: 1, events: [expect.objectContaining({ type: 'area.load/v1' })] },
  ]);
});

test('a page sends no reports when the gateway does not accept them', async () => {
  answer(reportAreaEvents, undefined);
  const report = createAreaReports(page({}).registry);
  report({ type: 'area.crash/v1', area: 'logs', buildId: BUILD, message: '' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(callsOf(reportAreaEvents)).toEqual([]);
});

function page(change: Partial<RegistrySnapshot>) {
  const host = { version: '', api: '' };
  const store = createStore<RegistrySnapshot>({ schema: 1, rev: '1', host, areas: [], ...change });
  const registry = { ...store, refresh: vi.fn(async () => {}) } satisfies RegistrySource;
  return { registry, session: createStore<Session>({ user: null }) };
}

/** The used part of the browser's EventSource. */
class FakeEvents {
  static open: FakeEvents[] = [];
  readonly url: string;
  readonly named = new Map<string, () => void>();
  onmessage: ((event: { data: string }) => void) | undefined;

  constructor(url: string) {
    this.url = url;
    FakeEvents.open.push(this);
  }

  addEventListener(name: string, listener: () => void): void {
    this.named.set(name, listener);
  }

  close(): void {
    FakeEvents.open = FakeEvents.open.filter((other) => other !== this);
  }
}
