import { loadRemote } from '@module-federation/enhanced/runtime';
import { expect, test, vi } from 'vitest';
import { makeBuild } from '../testing/make-build.ts';
import { federatedRemote } from './remote.ts';

vi.mock('@module-federation/enhanced/runtime', () => ({
  getInstance: () => null,
  loadRemote: vi.fn(),
  loadShare: vi.fn(async () => false),
  registerPlugins: () => {},
  registerRemotes: () => {},
}));

test('code that threw while it was prefetched reports the same error when the page is opened', async () => {
  const build = makeBuild({ container: 'area_logs__thrown' });
  vi.mocked(loadRemote).mockRejectedValueOnce(new TypeError('x is undefined')).mockResolvedValueOnce({});
  await expect(federatedRemote.loadModule(build)).rejects.toThrow('x is undefined');
  const error = await federatedRemote.loadModule(build).catch((caught: unknown) => caught);
  expect(federatedRemote.classify(build, error).class).toBe('evaluation');
});

test('a module that is not an area is reported as a contract failure', async () => {
  const build = makeBuild({ container: 'area_logs__other' });
  vi.mocked(loadRemote).mockResolvedValueOnce({});
  const error = await federatedRemote.loadModule(build).catch((caught: unknown) => caught);
  expect(federatedRemote.classify(build, error).class).toBe('contract');
});
