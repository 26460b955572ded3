import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/** The test, the block of tests, or the row of a table of tests, below one `@spec` comment. */
export interface SpecTests {
  /** Path from the root. */
  readonly file: string;
  /** Line of the comment, from 1. */
  readonly from: number;
  /** The lines of the test or of its table, without the one behind. */
  readonly lines: readonly [first: number, behind: number];
  /** Line of the test, when it is one that vitest can run alone. */
  readonly line?: number;
  /** For a row of a table: its first text, which is part of the name of the test. */
  readonly row?: string;
}

/** Finds the unit tests that name a statement. Journeys in a browser are left out, because they need a build. */
export function findSpecTests(spec: string, files: readonly string[]): SpecTests[] {
  const id = new RegExp(`// @spec\\b.*\\b${spec}\\b`);
  return files.filter(isUnitTest).flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((text, index) => (id.test(text) ? [{ file, ...measureTest(lines, index) }] : []));
  });
}

export function measureTest(texts: readonly string[], comment: number): Omit<SpecTests, 'file'> {
  const start = texts.findIndex((text, at) => at > comment && !/^\s*\/\//.test(text));
  const from = comment + 1;
  if (/^\s*\[/.test(texts[start] ?? '')) {
    const [, row] = /['"`](.*?)['"`]/.exec(texts.slice(start).join('\n')) ?? [];
    const isOutside = (text: string) => indentOf(text) >= 0 && indentOf(text) < indentOf(texts[start]);
    const table = texts.findLastIndex((text, at) => at < start && isOutside(text));
    return { from, lines: [table + 1, findEnd(texts, table)], ...(row && { row }) };
  }
  const runsAlone = /^\s*(test|it|describe)\(['"`]/.test(texts[start] ?? '');
  return { from, lines: [start + 1, findEnd(texts, start)], ...(runsAlone && { line: start + 1 }) };
}

/** A failure of the next test must not count, so a test ends where the next statement of its block begins. */
function findEnd(texts: readonly string[], start: number): number {
  const indent = indentOf(texts[start]);
  const end = texts.findIndex(
    (text, at) => at > start && indentOf(text) >= 0 && indentOf(text) <= indent && !/^\s*[)}\]]/.test(text),
  );
  return (end === -1 ? texts.length : end) + 1;
}

/** -1 for an empty line. */
function indentOf(text = ''): number {
  return text.search(/\S/);
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
