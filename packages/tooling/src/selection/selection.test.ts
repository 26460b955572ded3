import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { choose, type TestNote } from './choose.ts';
import { linkTree } from './links.ts';
import { measureReach } from './reach.ts';
import { readTree, type Tree } from './tree.ts';

/** A gateway, a contract and an area, each with a test. */
const house = {
  'vitest.config.ts': '',
  'setup.ts': "import './setup-help.ts';",
  'setup-help.ts': '',
  'packages/contract/package.json': '{"name":"@tollgate/contract","exports":{".":"./src/index.ts"}}',
  'packages/contract/src/index.ts':
    "export * from './endpoints/tokens.ts';\nexport type { Row } from './row.ts';",
  'packages/contract/src/endpoints/tokens.ts': 'export const listTokens = 1;',
  'packages/contract/src/row.ts': 'export interface Row { id: number }',
  'packages/contract/src/contract.test.ts': "import { a } from './endpoints/tokens.ts';",
  'gateway/app.ts':
    "import './services/tokens.ts';\nimport './services/users.ts';\nimport './db/migrations/index.ts';",
  'gateway/services/tokens.ts': "import { listTokens } from '@tollgate/contract';",
  'gateway/services/users.ts': '',
  'gateway/services/prices.ts': 'export const price = 1;',
  'gateway/services/prices.test.ts': "import { price } from './prices.ts';",
  'gateway/db/migrations/index.ts': "import * as first from './0001-first.ts';",
  'gateway/db/migrations/0001-first.ts': '',
  'gateway/testing/app.ts': "import { app } from '../app.ts';",
  'gateway/routes/tokens.test.ts': "import { app } from '../testing/app.ts';",
  'gateway/routes/users.test.ts': "import { app } from '../testing/app.ts';",
  'area/page.tsx': "const page = <A href='./other' />;\nimport('./texts/en.json');",
  'area/texts/en.json': '{}',
  'area/page.test.tsx': "import { page } from './page.tsx';",
};

type Files = Record<string, string | undefined>;

/** Creates a tree that remembers the results of its tests. */
function createHouse() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-selection-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  let before: Tree = new Map();
  let notes: Record<string, TestNote> = {};

  return {
    /** Changes files; undefined removes one. Returns which tests run, and how many are left. */
    check(changes: Files, { failing = [] as string[], budget = 1000, seconds = 1 } = {}) {
      for (const [file, text] of Object.entries(changes)) write(path.join(root, file), text);
      const names = new Set([...before.keys(), ...Object.keys(changes)]);
      const isThere = (file: string) => !(file in changes) || changes[file] !== undefined;
      const tree = readTree(root, [...names].filter(isThere).sort(), before);
      const changed = new Set(Object.keys(changes));
      const tests = [...tree.keys()].filter((file) => /\.test\./.test(file));
      const listed = tests.map((file) => ({
        file,
        project: 'unit',
        uses: ['setup.ts'],
        reads: ['vitest.config.ts'],
      }));
      const reaches = measureReach(listed, tree, linkTree(root, tree), changed);
      const { chosen, left } = choose(reaches, notes, budget);
      const ran = chosen.map(({ file }) => file);
      notes = Object.fromEntries(
        reaches.map(({ file, hash }) => {
          const { passed, hasFailed } = notes[file] ?? {};
          const isRun = ran.includes(file);
          const isBad = isRun ? failing.includes(file) : hasFailed === true;
          const good = isRun && !isBad ? hash : passed;
          return [
            file,
            { seen: hash, seconds, ...(good && { passed: good }), ...(isBad && { hasFailed: true }) },
          ];
        }),
      );
      before = tree;
      return { ran, left };
    },
  };
}

function write(file: string, text: string | undefined): void {
  rmSync(file, { force: true });
  if (text === undefined) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Creates a tree in which everything has passed. */
function createPassedHouse(more: Files = {}) {
  const made = createHouse();
  made.check({ ...house, ...more });
  return made;
}

const allTests = Object.keys(house).filter((file) => /\.test\./.test(file));

test('the first check runs every test and the second none', () => {
  const { check } = createHouse();
  expect(check(house).ran.toSorted()).toEqual(allTests.toSorted());
  expect(check({})).toEqual({ ran: [], left: 0 });
});

test('a change runs only the tests that reach it', () => {
  const { check } = createPassedHouse();
  expect(check({ 'gateway/services/prices.ts': 'export const price = 2;' }).ran).toEqual([
    'gateway/services/prices.test.ts',
  ]);
  expect(check({ 'area/page.test.tsx': "import { page } from './page.tsx'; // again" }).ran).toEqual([
    'area/page.test.tsx',
  ]);
});

test('a change is reached through packages and their re-exports, nearest first', () => {
  const { check } = createPassedHouse();
  expect(check({ 'packages/contract/src/endpoints/tokens.ts': 'export const listTokens = 2;' }).ran).toEqual([
    'packages/contract/src/contract.test.ts',
    'gateway/routes/tokens.test.ts',
    'gateway/routes/users.test.ts',
  ]);
});

test('a change of types alone runs no tests', () => {
  const { check } = createPassedHouse();
  expect(check({ 'packages/contract/src/row.ts': 'export interface Row { id: string }' }).ran).toEqual([]);
});

test('deleted and new files count where they are named', () => {
  const { check } = createPassedHouse();
  const page = ['area/page.test.tsx'];
  expect(check({ 'area/texts/en.json': undefined }, { failing: page }).ran).toEqual(page);
  expect(check({ 'area/texts/en.json': '{}' }).ran).toEqual([]); // as it was when they passed
  expect(check({ 'area/texts/en.json': '{"a":1}' }).ran).toEqual(page);
  expect(check({ 'area/new.test.ts': '' }).ran).toEqual(['area/new.test.ts']);
  expect(check({ 'area/new.test.ts': undefined })).toEqual({ ran: [], left: 0 });
});

test.each(['vitest.config.ts', 'setup-help.ts'])('%s affects every test', (file) => {
  const { check } = createPassedHouse();
  expect(check({ [file]: '// changed' }).ran.toSorted()).toEqual(allTests.toSorted());
});

test('a migration reaches all tests of the product, and the budget limits how many run', () => {
  const { check } = createPassedHouse();
  const migration = { 'gateway/db/migrations/0001-first.ts': '// more' };
  expect(check(migration, { budget: 1 })).toEqual({ ran: ['gateway/routes/tokens.test.ts'], left: 1 });
});

test('workers, fixtures, folders, name prefixes and patterns in comments count as used files', () => {
  const { check } = createPassedHouse({
    'a/worker.test.ts': "new Worker(new URL('./worker.mjs', import.meta.url));",
    'a/worker.mjs': '',
    'a/folder.test.ts': "readdirSync(join(here, '../recorded'));",
    'recorded/deep/one.txt': '',
    'a/start.test.ts': `read(\`./texts.gen.\${kind}\`); read(join(here, '../..'));`,
    'a/texts.gen.css': '',
    'a/read.test.ts': "import './list.ts';",
    'a/list.ts': '/** Lists them. @reads mfe-*/area.json */',
    'mfe-logs/area.json': "['./page.json']",
    'mfe-logs/page.json': '',
    'a/root.test.ts': "read('docs/api.md');",
    'docs/api.md': '',
  });
  expect(check({ 'a/worker.mjs': '1' }).ran).toEqual(['a/worker.test.ts']);
  expect(check({ 'recorded/deep/one.txt': '1' }).ran).toEqual(['a/folder.test.ts']);
  expect(check({ 'recorded/two.txt': '1' }).ran).toEqual(['a/folder.test.ts']);
  expect(check({ 'a/texts.gen.css': '1' }).ran).toEqual(['a/start.test.ts']);
  expect(check({ 'mfe-logs/area.json': '1' }).ran).toEqual(['a/read.test.ts']);
  expect(check({ 'mfe-user/area.json': '1' }).ran).toEqual(['a/read.test.ts']);
  expect(check({ 'mfe-logs/page.json': '1' }).ran).toEqual([]);
  expect(check({ 'docs/api.md': '1' }).ran).toEqual(['a/root.test.ts']);
});

test('tests that start everything are ordered by the name of the change, then by its folder', () => {
  const { check } = createPassedHouse({
    'gateway/services/jobs.test.ts': "import '../testing/app.ts';",
    'gateway/routes/user-names.test.ts': "import '../testing/app.ts';",
  });
  const { ran } = check({ 'gateway/services/users.ts': '// changed' });
  expect(ran.slice(0, 2).toSorted()).toEqual([
    'gateway/routes/user-names.test.ts',
    'gateway/routes/users.test.ts',
  ]);
  expect(ran.slice(2)).toEqual(['gateway/services/jobs.test.ts', 'gateway/routes/tokens.test.ts']);
});

test('a failed test runs first with each change until it passes', () => {
  const { check } = createPassedHouse();
  const price = ['gateway/services/prices.test.ts'];
  expect(check({ 'gateway/services/prices.ts': '// broken' }, { failing: price }).ran).toEqual(price);
  expect(check({ 'area/page.tsx': '// changed' }, { failing: price }).ran).toEqual([
    ...price,
    'area/page.test.tsx',
  ]);
  expect(check({}).ran).toEqual(price);
  expect(check({}).ran).toEqual([]);
});

test('remaining tests wait while other files change and run when nothing does', () => {
  const { check } = createPassedHouse();
  expect(check({ 'gateway/services/users.ts': '// changed' }, { budget: 1 })).toEqual({
    ran: ['gateway/routes/users.test.ts'],
    left: 1,
  });
  expect(check({ 'area/page.tsx': '// changed' })).toEqual({ ran: ['area/page.test.tsx'], left: 1 });
  expect(check({})).toEqual({ ran: ['gateway/routes/tokens.test.ts'], left: 0 });
});

test('a reverted change runs nothing', () => {
  const { check } = createPassedHouse();
  check({ 'gateway/services/prices.ts': '// broken' }, { failing: ['gateway/services/prices.test.ts'] });
  expect(check({ 'gateway/services/prices.ts': house['gateway/services/prices.ts'] })).toEqual({
    ran: [],
    left: 0,
  });
});
