import { expect, test } from 'vitest';
import { findManifestFaults, findSourceFaults } from './manifest-faults.ts';

const route = { path: '/billing', access: 'user', title: 'list.title' };
const entry = {
  id: 'a',
  to: '/billing',
  label: 'a',
  icon: 'list',
  section: 'console',
  order: 1,
  access: 'user',
};
const source = {
  owners: { team: 'Billing', contact: 'a' },
  pages: { '/billing': 'a.tsx' },
  routes: [route],
  nav: [entry],
};
const extension = { point: 'user.drawer/v1', id: 'x', title: 'x', order: 1, access: 'user' };

test('a manifest in order has no faults', () => {
  expect(findSourceFaults({ ...source, extensions: [extension] })).toEqual([]);
});

test.each([
  [
    { routes: [{ ...route, path: 'billing' }] },
    'routes[0].path is "billing". It must be an address that begins with "/"',
  ],
  [{ routes: [{ ...route, access: 'users' }] }, '"public", "user", "admin" or "root". Did you mean "user"?'],
  [{ routes: undefined }, 'routes is missing. It must be a list'],
  [{ routes: undefined, routs: [] }, 'routs is no field of a manifest. Did you mean "routes"?'],
  [{ nav: [{ ...entry, section: 'consol' }] }, 'nav[0].section is "consol". It must be one of "playground"'],
  [{ nav: [{ ...entry, order: 'first' }] }, 'nav[0].order is "first". It must be a'],
  [{ nav: [{ ...entry, acess: 'user' }] }, 'nav[0].acess is no field of a manifest. Did you mean "access"?'],
  [
    { extensions: [{ ...extension, point: 'user.drawer' }] },
    'extensions[0].point is "user.drawer". It must be the id of an area, a name and a version',
  ],
  [{ links: { 'billing.list': { path: 'x' } } }, 'links["billing.list"].path is "x"'],
  [{ links: { list: { path: '/billing' } } }, 'such as "billing.list"'],
  [{ owners: { team: 'Billing' } }, 'owners.contact is missing. It must be a text'],
  [{ owners: { team: '', contact: 'a' } }, 'owners.team is "". It must be at least 1 characters long'],
  [{ pages: { '/billing': 7 } }, 'pages["/billing"] is 7. It must be a text'],
])('a mistake is one sentence with its path and what is allowed: %j', (change, sentence) => {
  expect(findSourceFaults({ ...source, ...change }).join('\n')).toContain(sentence);
});

test('each mistake has its sentence, and none looks like a dump of the parser', () => {
  const faults = findSourceFaults({ ...source, routes: [{ path: 1 }], nav: 'none' });
  expect(faults).toHaveLength(4);
  for (const fault of faults) expect(fault).toMatch(/^[a-z][^\n{}]+\. ?(?:.*[.?])?$|\[ … \]\.$/);
});

test('the manifest of a build says which version of the console it may name', () => {
  expect(findManifestFaults({ compat: { hostApi: '1.5' } }).join('\n')).toContain(
    'compat.hostApi is "1.5". It must be like "^1.5"',
  );
});
