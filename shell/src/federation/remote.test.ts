import { loadRemote } from '@module-federation/enhanced/runtime';
import type { BuildRef } from '@tollgate/contract';
import { expect, test, vi } from 'vitest';
import { federatedRemote } from './remote.ts';

vi.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: vi.fn(),
  registerPlugins: () => {},
  registerRemotes: () => {},
}));

const file = { url: '/assets/areas/logs/b/entry.js', integrity: 'sha384-x', bytes: 1 };
const buildOf = (container: string): BuildRef => ({
  buildId: '0123456789',
  version: '1',
  container,
  entry: file,
  preload: [],
  i18n: { zh: file, en: file },
});

test('code that threw while it was fetched ahead is told as such to whoever opens the page', async () => {
  const build = buildOf('area_logs__thrown');
  vi.mocked(loadRemote).mockRejectedValueOnce(new TypeError('x is undefined')).mockResolvedValueOnce({});
  await expect(federatedRemote.loadModule(build)).rejects.toThrow('x is undefined');
  const error = await federatedRemote.loadModule(build).catch((caught: unknown) => caught);
  expect(federatedRemote.classify(build, error).class).toBe('evaluation');
});

test('what is no area is told as that', async () => {
  const build = buildOf('area_logs__other');
  vi.mocked(loadRemote).mockResolvedValueOnce({});
  const error = await federatedRemote.loadModule(build).catch((caught: unknown) => caught);
  expect(federatedRemote.classify(build, error).class).toBe('contract');
});
