import type { BuildRef, RegistrySnapshot } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { abridge, isAbridged } from './abridge.ts';
import { areaOf, buildOf } from './fixtures.ts';

test('the area of the address keeps its files, and others what loads their code', () => {
  const logs = areaOf({ active: builtWithPages('aaaaaaaaaa'), fallbacks: [builtWithPages('bbbbbbbbbb')] });
  const whole = registryOf([logs, { ...logs, id: 'user', mounts: ['/token'] }]);
  const short = abridge(whole, 'logs');
  const [own, other] = short.areas;

  expect(short.rev).toBe(whole.rev);
  expect(own?.active).toEqual(logs.active);
  expect(own?.fallbacks).toEqual([buildOf('bbbbbbbbbb')]);
  expect(other).toMatchObject({ contributes: logs.contributes, texts: logs.texts, fallbacks: [] });
  expect(other?.active).toMatchObject({ buildId: 'aaaaaaaaaa', entry: logs.active?.entry, preload: [] });
  expect(other?.active).not.toHaveProperty('pages');
  expect(isAbridged(short)).toBe(true);
  expect(isAbridged(whole)).toBe(false);
});

test('styles of the first view stay, because not every build attaches them', () => {
  const style = { ...buildOf('aaaaaaaaaa').entry, url: '/assets/areas/logs/aaaaaaaaaa/area.css' };
  const active = { ...buildOf('aaaaaaaaaa'), preload: [style, buildOf('aaaaaaaaaa').entry] };
  const [area] = abridge(registryOf([areaOf({ active })]), undefined).areas;
  expect(area?.active?.preload).toEqual([style]);
});

test('the area of the address keeps the descriptions of its pages, and others do without', () => {
  const area = areaOf({
    contributes: {
      routes: [{ path: '/log', access: 'user', title: 'title', description: 'intro' }],
      nav: [],
    },
    texts: { en: { title: 'Log', intro: 'Every request' }, zh: { title: '日志', intro: '每个请求' } },
  });
  const [own, other] = abridge(registryOf([area, { ...area, id: 'user' }]), area.id).areas;
  expect(own).toMatchObject({ contributes: area.contributes, texts: area.texts });
  expect(other?.contributes.routes).toEqual([{ path: '/log', access: 'user', title: 'title' }]);
  expect(other?.texts).toEqual({ en: { title: 'Log' }, zh: { title: '日志' } });
});

function registryOf(areas: RegistrySnapshot['areas']): RegistrySnapshot {
  return { schema: 1, rev: '1', host: { version: '0.1.0', api: '1.0.0' }, areas };
}

function builtWithPages(buildId: string): BuildRef {
  const build = buildOf(buildId);
  return { ...build, pages: { '/log': [build.entry, build.entry] } };
}
