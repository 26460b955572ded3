import { createStore, defineArea } from '@tollgate/console-sdk';
import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import { makeBuild } from '../testing/make-build.ts';
import { makeFederation } from '../testing/make-federation.ts';
import { createRegistrySource } from './registry-source.ts';

const build = makeBuild({});
const earlier = makeBuild({ buildId: 'eeeeeeeee1', container: 'area_logs__eeeeeeeee1' });
const whole: ResolvedArea = {
  ...makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]),
  active: { ...build, pages: { '/log': [{ ...build.entry, url: '/assets/areas/logs/page.js' }] } },
  fallbacks: [earlier],
};
const short: ResolvedArea = { ...whole, active: build, fallbacks: [], abridged: true };
const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.head.replaceChildren();
});

test('opening an area that the page held abridged fetches its fallbacks first', async () => {
  const { federation } = openConsole({ rest: async () => whole, broken: build.buildId });
  expect((await federation.open(short)).build.buildId).toBe(earlier.buildId);
});

test('hovering an abridged area fetches the rest once, and then the files of the page', async () => {
  const { federation, refresh } = openConsole({ rest: async () => whole });
  federation.preload('logs', '/log');
  federation.preload('logs', '/log');
  await vi.waitFor(() =>
    expect(document.head.querySelector('link[href="/assets/areas/logs/page.js"]')).not.toBeNull(),
  );
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('an abridged area opens without the rest when the gateway does not answer', async () => {
  vi.useFakeTimers();
  const { federation } = openConsole({ rest: () => new Promise(() => {}) });
  const opened = federation.open(short);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await opened).build.buildId).toBe(build.buildId);
});

test('an area that the page held whole opens without a request for the registry', async () => {
  const { federation, refresh } = openConsole({ rest: async () => whole });
  await federation.open(whole);
  expect(refresh).not.toHaveBeenCalled();
});

test('an answer of the same revision completes an abridged registry', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(registryOf(whole)));
  const registry = createRegistrySource(registryOf(short));
  await registry.refresh();
  expect(registry.get().areas[0]?.fallbacks).toHaveLength(1);
});

function registryOf(area: ResolvedArea): RegistrySnapshot {
  return { schema: 1, rev: '1', host: { version: '0.1.0', api: '1.1.0' }, areas: [area] };
}

function openConsole({ rest, broken }: { rest(): Promise<ResolvedArea>; broken?: string }) {
  const { i18n } = startI18n({ language: 'en' });
  const store = createStore(registryOf(short));
  const refresh = vi.fn(async () => store.set(registryOf(await rest())));
  const made = makeFederation({ ...store, refresh }, i18n, {
    async loadModule({ buildId }) {
      if (buildId === broken) throw new Error('broken');
      return defineArea({ routes: [], texts });
    },
    classify: ({ buildId }) => ({ buildId, class: 'evaluation', detail: '' }),
  });
  return { ...made, refresh };
}
