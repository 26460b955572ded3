import { waitFor } from '@testing-library/react';
import { type AreaModule, createStore, defineArea } from '@tollgate/console-sdk';
import type { RegistrySnapshot } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import { makeBuild } from '../testing/make-build.ts';
import { makeFederation } from '../testing/make-federation.ts';

const logs = {
  ...makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]),
  active: makeBuild({}),
};
const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };
afterEach(() => document.head.replaceChildren());

test('an area prefetched by hovering opens without waiting, is set up once and reported once', async () => {
  const setup = vi.fn();
  const { federation, events } = openConsole({ setup });
  expect(federation.peek(logs)).toBeUndefined();
  federation.preload('logs', '/log');
  await waitFor(() => expect(federation.peek(logs)?.source).toBe('active'));
  expect(federation.peek(logs)?.build).toBe(logs.active);
  await Promise.resolve();
  expect(setup).toHaveBeenCalledTimes(1);
  const load = { area: 'logs', buildId: logs.active.buildId, source: 'active', failuresBefore: 0 };
  expect(events).toEqual([{ type: 'area.load/v1', ...load, durationMs: 0 }]);
  expect((await federation.open(logs)).ctx).toBe(federation.peek(logs)?.ctx);
  expect(setup).toHaveBeenCalledTimes(1);
});

test('an area that was only prefetched is neither set up nor reported', async () => {
  const setup = vi.fn();
  const { federation, events, load } = openConsole({ setup });
  federation.preload('logs', '/log');
  await waitFor(() => expect(load).toHaveBeenCalled());
  await nextTask();
  expect(setup).not.toHaveBeenCalled();
  expect(events).toEqual([]);
});

test('an area prefetched in another language waits for its texts', async () => {
  const { federation, i18n, load } = openConsole({});
  federation.preload('logs', '/log');
  await waitFor(() => expect(load).toHaveBeenCalled());
  await nextTask();
  await i18n.changeLanguage('zh');
  expect(federation.peek(logs)).toBeUndefined();
  await federation.open(logs);
  expect(federation.peek(logs)).toBeDefined();
});

test('an area that throws during set-up is opened the regular way, which reports it', async () => {
  const setup = vi.fn(() => {
    throw new Error('no');
  });
  const { federation, events, load } = openConsole({ setup });
  federation.preload('logs', '/log');
  await waitFor(() => expect(load).toHaveBeenCalled());
  await nextTask();
  expect(federation.peek(logs)).toBeUndefined();
  await expect(federation.open({ ...logs, fallbacks: [] })).rejects.toThrow();
  expect(events.map(({ type }) => type)).toContain('area.failure/v1');
});

/** Lets pending continuations of a load run. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function openConsole(rest: Partial<AreaModule>) {
  const { i18n } = startI18n({ language: 'en' });
  const store = createStore<RegistrySnapshot>({
    schema: 1,
    rev: '1',
    host: { version: '0.1.0', api: '1.1.0' },
    areas: [logs],
  });
  const load = vi.fn(async () => defineArea({ routes: [], texts, ...rest }));
  const made = makeFederation({ ...store, refresh: async () => {} }, i18n, {
    loadModule: load,
    classify: ({ buildId }) => ({ buildId, class: 'evaluation', detail: '' }),
  });
  return { ...made, i18n, load };
}
