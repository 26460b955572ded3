import { act, renderHook } from '@testing-library/react';
import { type AreaModule, createStore, defineArea } from '@tollgate/console-sdk';
import type { RegistrySnapshot } from '@tollgate/contract';
import { classifyFailure } from '@tollgate/federation';
import { MemoryRouter } from '@tollgate/ui/router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import { makeBuild } from '../testing/make-build.ts';
import { makeFederation } from '../testing/make-federation.ts';
import { FederationProvider } from './federation-provider.tsx';
import { useOpenArea } from './use-open-area.ts';

const logs = {
  ...makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]),
  active: makeBuild({}),
  fallbacks: [],
};
const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };
const area = defineArea({ routes: [{ path: '/log', element: <p>log</p> }], texts });

/** All tries have ended. */
const AFTER_LIMIT_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

test('an area that arrives after its time limit takes the place of the notice that it could not be loaded', async () => {
  const { shown, arrive } = openArea();
  await wait(AFTER_LIMIT_MS);
  expect(shown.current.hasFailed).toBe(true);
  arrive(area);
  await wait(100);
  expect(shown.current.hasFailed).toBe(false);
  expect(shown.current.ready?.build).toBe(logs.active);
});

test('an area that fails after its time limit stays away', async () => {
  const { shown, fail } = openArea();
  await wait(AFTER_LIMIT_MS);
  fail(new Error('broken'));
  await wait(100);
  expect(shown.current.hasFailed).toBe(true);
});

function wait(ms: number): Promise<void> {
  return act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
}

function openArea() {
  const { i18n } = startI18n({ language: 'en' });
  const registry = createStore<RegistrySnapshot>({
    schema: 1,
    rev: '1',
    host: { version: '0.1.0', api: '1.1.0' },
    areas: [logs],
  });
  const code = Promise.withResolvers<AreaModule>();
  const { federation } = makeFederation({ ...registry, refresh: async () => {} }, i18n, {
    loadModule: () => code.promise,
    classify: ({ buildId }, error) => classifyFailure(buildId, error, 200),
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <FederationProvider value={federation}>
      <MemoryRouter initialEntries={['/log']}>{children}</MemoryRouter>
    </FederationProvider>
  );
  const { result } = renderHook(() => useOpenArea(logs), { wrapper });
  return { shown: result, arrive: code.resolve, fail: code.reject };
}
