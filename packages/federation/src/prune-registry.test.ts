import { Role } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { areaOf, buildOf } from './fixtures.ts';
import { pruneArea } from './prune-registry.ts';

const nav = { icon: 'list', section: 'console', order: 1 } as const;
const build = { ...buildOf('aaaaaaaaaa'), pages: { '/log': [], '/audit': [] }, kit: { '/audit': ['data'] } };
const area = areaOf({
  active: build,
  fallbacks: [{ ...build, buildId: 'bbbbbbbbbb' }],
  contributes: {
    routes: [
      { path: '/log', access: 'user', title: 'log' },
      { path: '/audit', access: 'admin', title: 'audit', layout: 'wide' },
    ],
    nav: [
      { ...nav, id: 'log', to: '/log', label: 'log', access: 'user' },
      { ...nav, id: 'audit', to: '/audit', label: 'secret', access: 'root' },
    ],
    links: { 'logs.usage': { path: '/log' }, 'logs.audit': { path: '/audit' } },
    extensions: [{ point: 'user.drawer/v1', id: 'usage', title: 'usage', order: 1, access: 'admin' }],
  },
  texts: { zh: {}, en: { log: 'Log', audit: 'Audit', secret: 'Secret', usage: 'Usage' } },
});

test('a visitor gets only the addresses of pages, which signing in leads back to', () => {
  const { contributes, texts, active, fallbacks } = pruneArea(area, Role.guest);
  expect(contributes).toEqual({
    routes: [
      { path: '/log', access: 'user', title: '' },
      { path: '/audit', access: 'admin', title: '' },
    ],
    nav: [],
    links: {},
    extensions: [],
  });
  expect(texts).toEqual({ zh: {}, en: {} });
  expect([active, ...fallbacks].flatMap((one) => [one?.pages, one?.kit])).toEqual(Array(4).fill(undefined));
});

test('an earlier build names what it needs to start, and no hints', () => {
  const { active, fallbacks } = pruneArea(area, Role.admin);
  const [fallback] = fallbacks;
  expect(fallback).toMatchObject({ entry: build.entry, preload: build.preload });
  expect([fallback?.pages, fallback?.kit, fallback?.i18n]).toEqual([undefined, undefined, undefined]);
  expect(active?.i18n).toEqual(build.i18n);
});

test('each role gets what it may open, and no more', () => {
  const shown = (role: number) => {
    const { contributes, texts, active } = pruneArea(area, role);
    return [
      contributes.nav.map(({ id }) => id),
      Object.keys(contributes.links ?? {}),
      contributes.extensions?.length,
      Object.keys(texts.en).sort(),
      Object.keys(active?.pages ?? {}),
    ];
  };
  expect(shown(Role.user)).toEqual([['log'], ['logs.usage'], 0, ['log'], ['/log']]);
  expect(shown(Role.admin)).toEqual([
    ['log'],
    ['logs.usage', 'logs.audit'],
    1,
    ['audit', 'log', 'usage'],
    ['/log', '/audit'],
  ]);
  expect(shown(Role.root)[0]).toEqual(['log', 'audit']);
});

test('sections of the menu and their headings are for the roles that they name', () => {
  const sections = [{ id: 'logs.money', title: 'money', order: 450, access: 'admin' as const }];
  const added = {
    ...area,
    contributes: { ...area.contributes, sections },
    texts: { zh: {}, en: { ...area.texts.en, money: 'Money' } },
  };
  const shown = (role: number) => {
    const { contributes, texts } = pruneArea(added, role);
    return [contributes.sections, texts.en.money];
  };
  expect(shown(Role.user)).toEqual([undefined, undefined]);
  expect(shown(Role.admin)).toEqual([sections, 'Money']);
});
