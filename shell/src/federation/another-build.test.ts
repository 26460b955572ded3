import { createStore, defineArea } from '@tollgate/console-sdk';
import type { BuildRef, RegistrySnapshot } from '@tollgate/contract';
import { classifyFailure } from '@tollgate/federation';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import { makeBuild } from '../testing/make-build.ts';
import { makeFederation } from '../testing/make-federation.ts';
import { attachStyles } from './attach-styles.ts';

const active = makeBuild({});
const earlier: BuildRef = { ...makeBuild({}), buildId: 'eeeeeeeeee', container: 'area_logs__eeeeeeeeee' };
const logs = {
  ...makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]),
  active,
  fallbacks: [earlier],
};
const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };
afterEach(() => {
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

test('a build without the page of its manifest gives way to an earlier one that has it', async () => {
  const { federation } = openConsole({ [earlier.buildId]: ['/log'] });
  expect((await federation.open(logs, '/log')).build).toBe(earlier);
});

test('a page that no build has is reported as such, so that the shell draws its own notice', async () => {
  const { federation, events } = openConsole({});
  await expect(federation.open(logs, '/log')).rejects.toThrow('No build of the area logs could be loaded');
  expect(events).toContainEqual(expect.objectContaining({ type: 'area.failure/v1', class: 'contract' }));
});

test('a build that crashed before its first frame gives way at once', () => {
  const { federation } = openConsole({});
  const crash = { error: new Error('broken'), path: '/log', wasShown: false };
  expect(federation.giveUpPage(logs, active, crash)).toBe(true);
});

test('a build that was on screen gives way after its second crash, without a click', () => {
  const { federation } = openConsole({});
  const crash = { error: new Error('broken'), path: '/log', wasShown: true };
  expect(federation.giveUpPage(logs, active, crash)).toBe(false);
  expect(federation.giveUpPage(logs, active, crash)).toBe(true);
});

test('stylesheets that the code of a build did not attach are attached with their hashes', async () => {
  const sheet = { url: '/assets/areas/logs/aaaaaaaaaa/area.css', integrity: 'sha384-A', bytes: 1 } as const;
  const links: HTMLLinkElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    links.push(link as HTMLLinkElement);
    (link as HTMLLinkElement).dispatchEvent(new Event('load'));
  });
  await attachStyles({ preload: [sheet] });
  expect(links.map(({ rel, integrity }) => [rel, integrity])).toEqual([['stylesheet', sheet.integrity]]);
  expect(links[0]?.href).toContain(sheet.url);
});

/** `pages`: the addresses that each build has, by its id. */
function openConsole(pages: Record<string, string[]>) {
  const { i18n } = startI18n({ language: 'en' });
  const store = createStore<RegistrySnapshot>({
    schema: 1,
    rev: '1',
    host: { version: '0.1.0', api: '1.1.0' },
    areas: [logs],
  });
  return makeFederation({ ...store, refresh: async () => {} }, i18n, {
    loadModule: async ({ buildId }) => {
      const routes = (pages[buildId] ?? []).map((path) => ({ path, element: null }));
      return defineArea({ routes, texts });
    },
    classify: ({ buildId }, error) => classifyFailure(buildId, error, 200),
  });
}
