import { expect, test } from 'vitest';
import { findIncompatibility } from './compat.ts';
import { manifestOf } from './fixtures.ts';
import { makeRegistry } from './registry.ts';

const host = { api: '1.2.0', backendApi: '1.3.0', bom: { react: '19.3.0', swr: '2.3.0', odd: '0.4.1' } };
const wants = (rest: object) => ({ compat: { hostApi: '^1.0', ...rest } });

test.each([
  ['says nothing but its host API', {}, undefined],
  ['fits in everything', { backendApi: '^1.3', bom: { react: '19.1.0' } }, undefined],
  ['brings a module that the console does not share', { bom: { chart: '4.0.0' } }, undefined],
  ['wants a newer console API', { backendApi: '^1.4' }, 'BACKEND_API'],
  ['wants another console API', { backendApi: '^2.0' }, 'BACKEND_API'],
  ['was built with another React', { bom: { react: '18.3.1' } }, 'BOM'],
  ['was built with an early version of something', { bom: { odd: '0.3.9' } }, 'BOM'],
  ['was built with a later minor version of React', { bom: { react: '19.9.0' } }, 'BOM'],
  ['wants a newer host API', { hostApi: '^1.9' }, 'HOST_API'],
])('a build that %s', (_, rest, code) => {
  expect(findIncompatibility(wants(rest), host)?.code).toBe(code);
});

test("a build of another React major is rejected with the reason and the area's name", () => {
  const build = manifestOf({ buildId: '1111111111', ...wants({ bom: { react: '18.3.1' } }) });
  const { areas } = makeRegistry({ host: { version: '1', ...host }, manifests: [build] }).snapshot;
  expect(areas[0]).toMatchObject({
    state: 'incompatible',
    active: null,
    reason: { code: 'BOM', detail: 'was built with react 18.3.1, the console has 19.3.0' },
  });
});
