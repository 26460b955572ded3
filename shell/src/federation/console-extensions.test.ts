import { createStore } from '@tollgate/console-sdk';
import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { expect, test, vi } from 'vitest';
import { makeArea } from '../testing/make-area.ts';
import { createExtensions } from './console-extensions.ts';
import type { ConsoleFederation, ReadyArea } from './console-federation.ts';

const POINT = 'user.drawer/v1';

function areaWith(id: string, order: number, rest: Partial<ResolvedArea> = {}): ResolvedArea {
  const area = makeArea(id, []);
  const extension = { point: POINT, id: 'usage', title: 'usage.title', order, access: 'admin' as const };
  return { ...area, ...rest, contributes: { ...area.contributes, extensions: [extension] } };
}

function open(areas: ResolvedArea[], federation: Partial<ConsoleFederation> = {}) {
  const store = createStore<RegistrySnapshot>({
    schema: 1,
    rev: '1',
    host: { version: '1', api: '1.1.0' },
    areas,
  });
  const registry = { ...store, refresh: async () => {} };
  const parts = { registry, peek: () => undefined, open: vi.fn(), noteCrash: vi.fn(), ...federation };
  return { extensions: createExtensions(parts), store, noteCrash: parts.noteCrash };
}

function ready(areaId: string, extensions: object): ReadyArea {
  const build = { buildId: 'b', container: `area_${areaId}__b` };
  return { module: { extensions }, build, ctx: { area: { id: areaId } } } as unknown as ReadyArea;
}

test('extensions of a point are listed without code, in order, and stay identical until the registry changes', () => {
  const off = { state: 'off' as const };
  const { extensions, store } = open([areaWith('a', 200), areaWith('b', 100, off), makeArea('c', [])]);
  const placed = extensions.at(POINT);
  expect(placed.map(({ area, isOff }) => [area, isOff])).toEqual([
    ['b', true],
    ['a', false],
  ]);
  expect(extensions.at(POINT)).toBe(placed);
  expect(extensions.at('user.drawer/v2')).toEqual([]);
  store.set({ ...store.get(), rev: '2', areas: [] });
  expect(extensions.at(POINT)).toEqual([]);
});

test('an extension gets the context of its own area, and its crashes count against that build', async () => {
  const logs = ready('logs', { usage: async () => () => null });
  const { extensions, noteCrash } = open([areaWith('logs', 100)], { open: async () => logs });
  const [usage] = extensions.at(POINT);
  if (!usage) throw new Error('nothing is placed');
  expect((await extensions.open(usage)).ctx).toBe(logs.ctx);
  const error = new Error('broken');
  extensions.noteCrash(usage, error);
  expect(noteCrash).toHaveBeenCalledWith(expect.objectContaining({ id: 'logs' }), logs.build, error);
});

test('a build that declares an extension without providing it is rejected', async () => {
  const { extensions } = open([areaWith('logs', 100)], { peek: () => ready('logs', {}) });
  const [usage] = extensions.at(POINT);
  if (!usage) throw new Error('nothing is placed');
  await expect(extensions.open(usage)).rejects.toThrow('area_logs__b has no extension usage');
});
