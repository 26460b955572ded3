import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mapStack } from './map-stack.ts';

/** The first column of line 1 of `area.js` is line 3, column 5 of `src/list.tsx`. */
const map = { version: 3, sources: ['webpack://area_logs__dev/./src/list.tsx'], names: [], mappings: 'AAEI' };

test('places of the build become places of the sources, others stay', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'map-stack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'area.js.map'), JSON.stringify(map));
  const stack = [
    'Error: no rows',
    '    at List (http://127.0.0.1:3104/area.js:1:1)',
    '    at render (https://gate.example/assets/shell/index.js:1:9)',
  ].join('\n');
  expect(mapStack(stack, folder, '/area').split('\n')).toEqual([
    'Error: no rows',
    '    at List (src/list.tsx:3:5)',
    '    at render (https://gate.example/assets/shell/index.js:1:9)',
  ]);
});

test('a source that the map names from the built file is named from the folder of the area', () => {
  const base = mkdtempSync(path.join(tmpdir(), 'map-stack-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const folder = path.join(base, 'build');
  mkdirSync(path.join(folder, 'js'), { recursive: true });
  const relative = { ...map, sources: ['../../billing/src/list.tsx'] };
  writeFileSync(path.join(folder, 'js/area.js.map'), JSON.stringify(relative));
  const stack = '    at List (http://127.0.0.1:3104/js/area.js:1:1)';
  expect(mapStack(stack, folder, path.join(base, 'billing'))).toBe('    at List (src/list.tsx:3:5)');
});
