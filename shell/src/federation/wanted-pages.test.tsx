import { render, screen, waitFor } from '@testing-library/react';
import { type AreaModule, defineArea, LazyPage } from '@tollgate/console-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/start-i18n.ts';
import { makeArea } from '../testing/make-area.ts';
import { makeAsset, makeBuild } from '../testing/make-build.ts';
import { createWantedPages } from './wanted-pages.ts';

const build = makeBuild({ pages: { '/log': [makeAsset('log.js')] } });
const logs = makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]);
afterEach(() => {
  document.head.replaceChildren();
  Reflect.deleteProperty(navigator, 'connection');
});

test('a prefetched page is fetched and run, so that opening it only renders it', async () => {
  const { pages, module, loaded } = prepareLogs();
  pages.prepare(logs, build, '/log');
  expect(hints()).toEqual(['entry.js', 'en.js', 'log.js']);
  await waitFor(() => expect(loaded).toHaveBeenCalled());
  await Promise.resolve();
  render(module.routes[0]?.element);
  expect(screen.getByRole('heading').textContent).toBe('Usage log');
});

test('a browser that saves data prefetches nothing and loads everything when the page is opened', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { pages, load } = prepareLogs();
  pages.prepare(logs, build, '/log');
  expect(hints()).toEqual([]);
  expect(load).not.toHaveBeenCalled();
  pages.fetch(logs, build, '/log');
  expect(hints()).toEqual(['entry.js', 'en.js', 'log.js']);
});

test('a failed prefetch is not reported', async () => {
  const { pages, load } = prepareLogs();
  load.mockRejectedValue(new Error('gone'));
  pages.prepare(logs, build, '/log');
  await waitFor(() => expect(load).toHaveBeenCalled());
});

function prepareLogs() {
  const loaded = vi.fn();
  const page = async () => {
    loaded();
    return () => <h1>Usage log</h1>;
  };
  const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };
  const module: AreaModule = defineArea({
    routes: [{ path: '/log', element: <LazyPage load={page} /> }],
    texts,
  });
  const load = vi.fn(async () => module);
  const { i18n } = startI18n({ language: 'en' });
  return { pages: createWantedPages(i18n, { load, find: () => undefined }), module, load, loaded };
}

function hints(): string[] {
  return [...document.head.querySelectorAll('link')].map((link) =>
    link.href.slice(link.href.lastIndexOf('/') + 1),
  );
}
