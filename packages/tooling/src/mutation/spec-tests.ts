import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/** The tests below one `@spec` comment. */
export interface SpecTests {
  /** Path from the root. */
  readonly file: string;
  /** Line of the comment, from 1. */
  readonly from: number;
  /** Line of the next comment, or behind the file. */
  readonly to: number;
}

/** Finds the comments that name a statement, in unit tests: journeys in a browser need a build. */
export function findSpecTests(spec: string, files: readonly string[]): SpecTests[] {
  const id = new RegExp(`// @spec\\b.*\\b${spec}\\b`);
  return files.filter(isUnitTest).flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    const found: SpecTests[] = [];
    for (const [index, line] of lines.entries()) {
      if (!id.test(line)) continue;
      const next = lines.findIndex((text, at) => at > index + 1 && text.includes('// @spec'));
      found.push({ file, from: index + 1, to: next === -1 ? lines.length + 1 : next + 1 });
    }
    return found;
  });
}

function isUnitTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** Chooses `count` statements that unit tests name, the same ones for the same seed. */
export function chooseSpecs(seed: string, count: number, files: readonly string[]): string[] {
  const ids = new Set<string>();
  for (const file of files.filter(isUnitTest))
    for (const [, list] of readFileSync(path.join(root, file), 'utf8').matchAll(/\/\/ @spec ([A-J0-9 ]+)/g))
      for (const id of list?.trim().split(/\s+/) ?? []) ids.add(id);
  const byRank = (a: string, b: string) => (rank(seed, a) < rank(seed, b) ? -1 : 1);
  return [...ids].sort(byRank).slice(0, count);
}

function rank(seed: string, id: string): string {
  return createHash('sha256').update(`${seed} ${id}`).digest('hex');
}
