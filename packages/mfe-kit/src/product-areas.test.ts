import { expect, test } from 'vitest';
import { productAreas } from './product-areas.gen.ts';
import { productAreasFile, renderProductAreas, renderTakenNames, takenNamesFile } from './product-areas.ts';
import { clashesWith, nameFaults } from './source-faults.ts';

test('the generated lists match the manifests; -u rewrites them', async () => {
  await expect(await renderProductAreas()).toMatchFileSnapshot(productAreasFile);
  await expect(await renderTakenNames()).toMatchFileSnapshot(takenNamesFile);
});

test.each([
  ['/log', '/log belongs to the area logs.'],
  ['/user/of/billing', '/user/of/billing belongs to the area user.'],
  ['/login', '/login belongs to the shell.'],
  ['/', '/ belongs to the shell.'],
  ['/v1/billing', '/v1/billing belongs to the gateway.'],
  ['/:id', '/:id begins with a parameter, but its first part must be a fixed name.'],
])('an area of its own repository cannot have the address %s, with the one reason', (path, sentence) => {
  expect(clashesWith(productAreas, { routes: [route(path)], nav: [] })).toEqual([sentence]);
});

test('an address that is there twice and a menu entry of the product are refused', () => {
  const routes = [route('/billing/:id'), route('/billing/:name')];
  expect(clashesWith(productAreas, { routes, nav: [] })).toEqual(['/billing/:name is there twice.']);
  const nav = [{ ...entry, id: 'wallet' }];
  expect(clashesWith(productAreas, { routes: [route('/billing')], nav })).toEqual([
    'The area user has a menu entry wallet too.',
  ]);
});

test('an area of its own repository cannot have the name of an area of the product', () => {
  expect(nameFaults('logs')).toEqual([
    'logs is the name of an area that every console has. Choose another, in package.json and rsbuild.config.ts.',
  ]);
  expect(nameFaults('billing')).toEqual([]);
});

const route = (path: string) => ({ path, access: 'user' as const, title: 'title' });
const entry = {
  to: '/billing',
  label: 'title',
  icon: 'list' as const,
  section: 'console' as const,
  order: 1,
  access: 'user' as const,
};
