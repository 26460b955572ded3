// @reads mfe-*/src/area.manifest.ts
// @reads mfe-*/src/i18n/en.json
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaSource } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { realPages } from './real-pages.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const areas = await Promise.all(
  globSync('mfe-*', { cwd: root }).map(async (folder) => {
    const { area } = (await import(path.join(root, folder, 'src/area.manifest.ts'))) as { area: AreaSource };
    const texts: unknown = JSON.parse(readFileSync(path.join(root, folder, 'src/i18n/en.json'), 'utf8'));
    return { area, texts };
  }),
);
const routes = areas.flatMap(({ area, texts }) =>
  area.routes.map(({ path: address, access, title }) => ({
    address,
    access,
    title: textOf(texts, title),
    file: area.pages?.[address],
  })),
);
const entries = areas.flatMap(({ area, texts }) =>
  area.nav.map(({ to, section, access, flag, order, label }) => ({
    to,
    section,
    access,
    flag,
    order,
    label: textOf(texts, label),
  })),
);

function textOf(texts: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], texts);
}

// @spec B003 B004 B005 B006 B007 B008 B009 B010 B011 B012 B013 B014 B015 B016 B017 B019 B028 B029 B030 B031
// @spec B032 B033 B034 B035 B036 B037 B038 B039 B040 B041 B042 B043 B046 B047 B048 B049 B050
test('the areas have these pages, each for these people and under this title', () => {
  const promised = Object.entries(realPages).map(([address, { access, file }]) => [address, access, file]);
  expect(routes.map(({ address, access, file }) => [address, access, file]).sort()).toEqual(promised.sort());
  // The title of the setup's tab is shorter than its heading.
  const titles = routes.filter(({ address }) => address !== '/setup');
  expect(titles.map(({ address, title }) => [address, title])).toEqual(
    titles.map(({ address }) => [address, realPages[address]?.heading]),
  );
});

const inOrder = (section: string) =>
  entries
    .filter((entry) => entry.section === section)
    .sort((a, b) => a.order - b.order)
    .map(({ to, label, flag }) => [to, label, ...(flag ? [flag] : [])]);

// @spec C183 C184 C186 C187 C188 C189 C190 C191
test('the sidebar has these entries for users', () => {
  expect(inOrder('playground')).toEqual([['/playground', 'Playground']]);
  expect(inOrder('chat')).toEqual([['/chat', 'Chat']]);
  expect(inOrder('console')).toEqual([
    ['/detail', 'Dashboard', 'enable_data_export'],
    ['/token', 'API tokens'],
    ['/log', 'Usage log'],
    ['/midjourney', 'Drawing log', 'enable_drawing'],
    ['/task', 'Task log', 'enable_task'],
  ]);
});

// @spec C194
test('the personal section has the wallet and the personal settings', () => {
  expect(inOrder('personal')).toEqual([
    ['/topup', 'My wallet'],
    ['/personal', 'Personal settings'],
  ]);
});

// @spec C192 C193
test('the admin section is for administrators, its settings for root', () => {
  expect(inOrder('admin')).toEqual([
    ['/channel', 'Channels'],
    ['/redemption', 'Redemption codes'],
    ['/user', 'Users'],
    ['/setting', 'System settings'],
  ]);
  expect(inOrder('user.money')).toEqual([
    ['/prices', 'Prices'],
    ['/limit', 'Limits'],
    ['/margin', 'Margin'],
  ]);
  const forAdmins = ['admin', 'user.money'];
  const rights = entries
    .filter(({ section }) => forAdmins.includes(section))
    .map(({ to, access }) => [to, access]);
  expect(Object.fromEntries(rights)).toEqual({
    '/channel': 'admin',
    '/redemption': 'admin',
    '/user': 'admin',
    '/limit': 'admin',
    '/prices': 'admin',
    '/margin': 'admin',
    '/setting': 'root',
  });
});

test('no two entries of the menu have the same icon', () => {
  const icons = areas.flatMap(({ area }) => area.nav.map(({ icon }) => icon));
  expect(icons.toSorted()).toEqual([...new Set(icons)].toSorted());
});
