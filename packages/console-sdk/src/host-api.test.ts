import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hostApi } from '@tollgate/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type * as v13 from '../host-api/1.3/index.d.ts';
import type * as v14 from '../host-api/1.4/index.d.ts';
import type * as current from './index.ts';

const folder = path.join(import.meta.dirname, '../host-api');
const versions = globSync('[0-9]*', { cwd: folder }).sort((a, b) => minorOf(a) - minorOf(b));
const now = namesIn(path.join(import.meta.dirname, 'index.ts'));

test.each(versions)('everything that host API %s exports is still there', (version) => {
  const missing = namesIn(path.join(folder, version, 'index.d.ts')).filter((name) => !now.includes(name));
  expect(missing).toEqual([]);
});

test('what an area imports of an earlier minor version still has a type that fits', () => {
  type Used =
    | 'defineArea'
    | 'useArea'
    | 'useSession'
    | 'useReadable'
    | 'createBus'
    | 'createStore'
    | 'reaches';
  expectTypeOf<Pick<typeof current, Used>>().toExtend<Pick<typeof v13, Used>>();
  expectTypeOf<Pick<typeof current, Used>>().toExtend<Pick<typeof v14, Used>>();
  expectTypeOf<current.AreaContext['telemetry']>().toExtend<v14.AreaContext['telemetry']>();
  // Points keep what they give: an extension of an earlier version is drawn with these props.
  expectTypeOf<current.ExtensionPoints>().toExtend<v14.ExtensionPoints>();
});

test('a new export raises the minor version, and the types of the one before are kept', () => {
  const newest = versions.at(-1) ?? '';
  const recorded = namesIn(path.join(folder, newest, 'index.d.ts'));
  const added = now.filter((name) => !recorded.includes(name));
  const isRaised = minorOf(hostApi) > minorOf(newest);
  expect(added.length === 0 || isRaised).toBe(true);
  expect(minorOf(hostApi) - minorOf(newest)).toBeLessThanOrEqual(1);
});

function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

/** The names in the export lists of a module. */
function namesIn(file: string): string[] {
  const lists = [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  return lists.flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean),
  );
}
