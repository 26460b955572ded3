import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/** The test, or the block of tests, below one `@spec` comment. */
export interface SpecTests {
  /** Path from the root. */
  readonly file: string;
  /** Line of the comment, from 1. */
  readonly from: number;
  /** First line behind the test. */
  readonly to: number;
  /** Line of the test, when it is one that vitest can run alone. */
  readonly line: number | undefined;
}

/** Finds the unit tests that name a statement. Journeys in a browser are left out, because they need a build. */
export function findSpecTests(spec: string, files: readonly string[]): SpecTests[] {
  const id = new RegExp(`// @spec\\b.*\\b${spec}\\b`);
  return files.filter(isUnitTest).flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((text, index) => (id.test(text) ? [{ file, ...measureTest(lines, index) }] : []));
  });
}

/** A failure of the next test must not count, so a test ends where the next statement of its block begins. */
function measureTest(lines: readonly string[], comment: number): Omit<SpecTests, 'file'> {
  const indentOf = (text: string) => text.search(/\S/);
  const start = lines.findIndex((text, at) => at > comment && !/^\s*\/\//.test(text));
  const indent = indentOf(lines[start] ?? '');
  const end = lines.findIndex(
    (text, at) => at > start && indentOf(text) >= 0 && indentOf(text) <= indent && !/^\s*[)}\]]/.test(text),
  );
  const runsAlone = /^\s*(test|it|describe)\(['"`]/.test(lines[start] ?? '');
  return {
    from: comment + 1,
    to: (end === -1 ? lines.length : end) + 1,
    line: runsAlone ? start + 1 : undefined,
  };
}

function isUnitTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/**
 * Draws `count` statements of all that tests name, journeys included, the same ones for the same seed: those
 * whose hash with the seed comes first.
 */
export function chooseSpecs(seed: string, count: number, files: readonly string[]): string[] {
  const ids = new Set<string>();
  for (const file of files.filter((name) => /\.(test|spec)\.tsx?$/.test(name)))
    for (const [, list] of readFileSync(path.join(root, file), 'utf8').matchAll(/\/\/ @spec ([A-J0-9 ]+)/g))
      for (const id of list?.trim().split(/\s+/) ?? []) ids.add(id);
  const byRank = (a: string, b: string) => (rank(seed, a) < rank(seed, b) ? -1 : 1);
  return [...ids].sort(byRank).slice(0, count);
}

function rank(seed: string, id: string): string {
  return createHash('sha256').update(`${seed} ${id}`).digest('hex');
}
