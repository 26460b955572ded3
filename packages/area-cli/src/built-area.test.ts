import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readBuiltArea } from './built-area.ts';
import { findFaults, nodeBuildTools } from './find-faults.ts';

test('a file that is missing from a build is named like every other fault', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tollgate-build-'));
  const content = Buffer.from('export const routes = ["/notes"]; export function mount() {}');
  const ref = (name: string) => ({
    integrity: nodeBuildTools.integrity(content),
    bytes: content.length,
    ...{ path: name, url: `/assets/areas/notes/aaaaaaaaaa/${name}` },
  });
  const { path: _, ...entry } = ref('area.js');
  const file = (name: string) => {
    const { url: _url, ...rest } = ref(name);
    return rest;
  };
  const manifest = {
    ...{ schema: 1, contract: 2, id: 'notes', buildId: 'aaaaaaaaaa', version: '1.0.0' },
    ...{ builtAt: '2026-11-20T00:00:00.000Z', container: 'area_notes__aaaaaaaaaa', entry },
    ...{ exposes: { './area': { js: [], css: [] } }, pages: { '/notes': [] }, css: [] },
    compat: { hostApi: '^1.0' },
    contributes: { routes: [{ path: '/notes', access: 'user', title: 'title' }], nav: [] },
    i18n: { texts: { zh: { title: '笔记' }, en: { title: 'Notes' } } },
    files: [file('area.js'), file('js/lost.js')],
    owners: { team: 'Notes', contact: 'notes@example.com' },
  };
  writeFileSync(path.join(folder, 'area.manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'area.js'), content);
  const faults = findFaults({ ...readBuiltArea(folder), host: { api: '1.3.0' } });
  expect(faults).toContain('FILE_MISSING js/lost.js');
  rmSync(folder, { recursive: true });
});
