import type { AreaManifest, ResolvedArea } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { findFaults, nodeBuildTools } from './find-faults.ts';

const BUILD = 'aaaaaaaaaa';
const AREA = 'export const routes = ["/notes"]; export function mount() {} export function unmount() {}';

/** A build of these scripts; the first is its entry. */
function faultsOf(
  scripts: Record<string, string>,
  change: Partial<AreaManifest> = { contract: 2 },
  others?: ResolvedArea[],
): string[] {
  const files = new Map(Object.entries(scripts).map(([name, code]) => [name, Buffer.from(code)]));
  const refs = [...files].map(([name, content]) => ({
    url: `/assets/areas/notes/${BUILD}/${name}`,
    integrity: nodeBuildTools.integrity(content) as `sha384-${string}`,
    bytes: content.length,
  }));
  const [entry, ...js] = refs;
  if (!entry) throw new Error('a build has an entry');
  const manifest: AreaManifest = {
    schema: 1,
    id: 'notes',
    buildId: BUILD,
    version: '1.0.0',
    builtAt: '2026-11-20T00:00:00.000Z',
    container: `area_notes__${BUILD}`,
    entry,
    exposes: { './area': { js, css: [] } },
    pages: { '/notes': [] },
    compat: { hostApi: '^1.0' },
    contributes: { routes: [{ path: '/notes', access: 'user', title: 'title' }], nav: [] },
    i18n: { texts: { zh: { title: '笔记' }, en: { title: 'Notes' } } },
    css: [],
    files: refs.map(({ url, integrity, bytes }) => ({
      path: url.slice(url.indexOf(BUILD) + 11),
      integrity,
      bytes,
    })),
    owners: { team: 'Notes', contact: 'notes@example.com' },
    ...change,
  };
  return findFaults({ manifest, files, host: { api: '1.3.0' }, ...(others && { others }) });
}

test('an ES module with mount, unmount and modules of its own is in order', () => {
  expect(
    faultsOf({
      'area.js': `import { a } from "./js/a.js"; ${AREA} import("./js/b.js");`,
      'js/a.js': 'export const a = 1;',
      'js/b.js': 'import "./a.js"; import "../area.js"; export const at = import.meta.url;',
    }),
  ).toEqual([]);
});

test.each([
  ['an import of a package', `import "vue"; ${AREA}`, 'IMPORT area.js imports "vue"'],
  ['an import from elsewhere', `${AREA} import("https://cdn.example/x.js")`, 'IMPORT area.js imports "https'],
  ['an import of what is not there', `import "./x.js"; ${AREA}`, 'IMPORT area.js imports "./x.js"'],
  [
    'an entry without unmount',
    'export const routes = [], mount = 1;',
    'CONTRACT the entry does not export unmount',
  ],
  ['an entry of a federation plugin', 'export const init = 1, get = 2;', 'it is a federation container'],
  ['a policy of its own', `${AREA} window.trustedTypes.createPolicy("vue", {})`, 'POLICY area.js'],
  ['what is no module', `${AREA} import {`, 'MODULE area.js cannot be read'],
])('%s is refused with the reason', (_, code, reason) => {
  expect(faultsOf({ 'area.js': code }).join('\n')).toContain(reason);
});

test('a module that the manifest does not name is refused', () => {
  const named = { './area': { js: [], css: [] } };
  const faults = faultsOf({ 'area.js': AREA, 'more.js': 'export {}' }, { contract: 2, exposes: named });
  expect(faults).toEqual(['MODULE more.js is not in the manifest, so the console would refuse it']);
});

test('a federation container whose scripts import each other is refused with the way out', () => {
  const compat = { hostApi: '^1.0', bom: {} };
  expect(faultsOf({ 'entry.js': 'import("./a.js")', 'a.js': 'export {}' }, { compat })).toEqual([
    'IMPORT entry.js imports "./a.js" without a hash, which the console refuses: build it for contract 2',
  ]);
});

test('a link with a typo in its name is refused with the one that is meant', () => {
  const contributes = {
    routes: [{ path: '/notes', access: 'user' as const, title: 'title' }],
    nav: [],
    linksTo: ['shell.hom', 'gone.page'],
  };
  expect(faultsOf({ 'area.js': AREA }, { contract: 2, contributes }, [])).toEqual([
    'LINK no area has a page called shell.hom. Did you mean "shell.home"?',
    'LINK no area has a page called gone.page',
  ]);
});
