import type { Contributions } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { manifestOf } from './fixtures.ts';
import { findLooseEnds, findLosses, findOwnFaults } from './loose-ends.ts';
import { makeRegistry } from './registry.ts';

const host = { version: '0.1.0', api: '1.2.0' };
const area = (id: string, rest: Partial<Contributions>) => ({
  id,
  contributes: { routes: [{ path: `/${id}`, access: 'user' as const, title: 'title' }], nav: [], ...rest },
});
const usage = (point: string) => ({
  point,
  id: 'usage',
  title: 'title',
  order: 100,
  access: 'admin' as const,
});

const entry = (rest: Partial<Contributions['nav'][number]>) => ({
  id: 'users',
  to: '/user',
  label: 'title',
  icon: 'user',
  section: 'admin' as const,
  order: 100,
  access: 'admin' as const,
  ...rest,
});
const badge = (target: string) => ({ ...usage('shell.badge/v1'), target });

const user = area('user', {
  nav: [entry({})],
  sections: [{ id: 'user.money', title: 'title', order: 450, access: 'admin' }],
  provides: ['user.drawer/v1'],
  events: { emits: ['data.changed/v1'], listens: [] },
});

test.each<[string, Partial<Contributions>, string[]]>([
  ['a point that is there', { extensions: [usage('user.drawer/v1')] }, []],
  [
    'a point of another version',
    { extensions: [usage('user.drawer/v2')] },
    ['EXTENSION no area has the point user.drawer/v2, there is user.drawer/v1'],
  ],
  [
    'a point that no area has',
    { extensions: [usage('channel.drawer/v1')] },
    ['EXTENSION no area has the point channel.drawer/v1'],
  ],
  [
    'a menu section that is there',
    { nav: [entry({ section: 'user.money' }), entry({ section: 'admin' })] },
    [],
  ],
  [
    'a menu section that no area has',
    { nav: [entry({ section: 'user.gone' })] },
    ['SECTION no area has the menu section user.gone'],
  ],
  [
    'menu entries for its counts',
    { extensions: [badge('user.users'), badge('user.gone')] },
    ['NAV no area has the menu entry user.gone'],
  ],
  ['a page of the shell', { linksTo: ['shell.login'] }, []],
  ['a page that no area has', { linksTo: ['user.gone'] }, ['LINK no area has a page called user.gone']],
  ['what others tell', { events: { emits: [], listens: ['data.changed/v1', 'session.ended/v1'] } }, []],
  [
    'another version of what others tell',
    { events: { emits: [], listens: ['data.changed/v2'] } },
    ['EVENT no area emits data.changed/v2'],
  ],
])('an area that needs %s', (_, rest, expected) => {
  const logs = area('logs', rest);
  expect(findLooseEnds(logs, [user, logs])).toEqual(expected);
});

test('a build that removes a used extension point is reported with the area that uses it', () => {
  const logs = area('logs', { extensions: [usage('user.drawer/v1')], linksTo: ['user.gone'] });
  const next = area('user', { provides: ['user.drawer/v2'] });
  expect(findLosses(next, [user, logs])).toEqual([
    'EXTENSION no area has the point user.drawer/v1, there is user.drawer/v2: area logs needs it',
  ]);
  const both = area('user', { provides: ['user.drawer/v1', 'user.drawer/v2'] });
  expect(findLosses(both, [user, logs])).toEqual([]);
});

test('an area may name only its own pages and points', () => {
  const faults = findOwnFaults(
    area('logs', {
      links: { 'logs.usage': { path: '/log' }, 'user.x': { path: '/logs' } },
      provides: ['user.x/v1'],
    }),
  );
  expect(faults).toEqual([
    'LINK logs.usage leads to /log, which is no page of this area',
    'LINK user.x must begin with logs.',
    'EXTENSION the point user.x/v1 must begin with logs.',
  ]);
});

test('a registry leaves out and reports extensions for another version of a point, and keeps their area', () => {
  const manifests = [
    manifestOf({ buildId: '1111111111', ...user }),
    manifestOf({
      buildId: '2222222222',
      ...area('logs', { extensions: [usage('user.drawer/v1'), { ...usage('user.drawer/v2'), id: 'more' }] }),
    }),
  ];
  const { snapshot, problems } = makeRegistry({ host, manifests });
  const logs = snapshot.areas.find(({ id }) => id === 'logs');
  expect(logs?.state).toBe('on');
  expect(logs?.contributes.extensions?.map(({ id }) => id)).toEqual(['usage']);
  expect(problems).toEqual([expect.stringContaining('user.drawer/v2, there is user.drawer/v1')]);
});

test('a menu section begins with the id of its area, and a count names its menu entry', () => {
  const faults = findOwnFaults(
    area('logs', {
      sections: [{ id: 'user.money', title: 'title', order: 450, access: 'admin' }],
      extensions: [usage('shell.badge/v1')],
    }),
  );
  expect(faults).toEqual([
    'SECTION user.money must begin with logs.',
    'EXTENSION usage at shell.badge/v1 needs a target, the menu entry that it counts for',
  ]);
});
