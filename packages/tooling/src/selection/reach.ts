import path from 'node:path';
import type { Links } from './links.ts';
import { sha256, type Tree } from './tree.ts';

/** A test file with everything that could change its result. */
export interface Reach {
  file: string;
  project: string;
  /** Hash over the test file and everything that it reaches. */
  hash: string;
  /** Number of those files. */
  size: number;
  /**
   * Distance to the nearest changed file. An import is one step; a file that begins with the same word is one
   * (`modules/tokens/tokens.ts` for `token-names.test.ts`), one of the same folder is two.
   */
  steps: number;
}

/** A test file and its vitest project. */
export interface TestFile {
  file: string;
  project: string;
  /** What the project runs before it. */
  uses: readonly string[];
  /** Files that configure how tests run. */
  reads: readonly string[];
}

/** `changed` are files of the tree, and deleted ones. */
export function measureReach(
  tests: readonly TestFile[],
  tree: Tree,
  links: ReadonlyMap<string, Links>,
  changed: ReadonlySet<string>,
): Reach[] {
  const steps = stepsFrom(changed, links);
  return tests.map((test) => {
    const { file, project } = test;
    const reached = [...reachedBy(test, tree, links)].sort();
    const hash = sha256(...reached.flatMap((each) => [each, tree.get(each)?.hash ?? '']));
    const byImports = steps.get(file) ?? Infinity;
    const byName = [...changed].map((each) => nearnessOf(file, each));
    return { file, project, hash, size: reached.length, steps: Math.min(byImports, ...byName) };
  });
}

function reachedBy({ file, uses, reads }: TestFile, tree: Tree, links: ReadonlyMap<string, Links>) {
  const reached = new Set<string>();
  const texts = new Set(reads);
  const next = [file, ...uses];
  for (let each = next.pop(); each !== undefined; each = next.pop()) {
    if (reached.has(each) || !tree.has(each)) continue;
    reached.add(each);
    const linked = links.get(each);
    next.push(...(linked?.files ?? []));
    for (const text of linked?.texts ?? []) texts.add(text);
  }
  return new Set([...reached, ...texts]);
}

function stepsFrom(changed: ReadonlySet<string>, links: ReadonlyMap<string, Links>): Map<string, number> {
  const users = new Map<string, string[]>();
  for (const [user, { files, texts }] of links)
    for (const file of [...files, ...texts]) users.set(file, [...(users.get(file) ?? []), user]);

  const steps = new Map([...changed].map((file) => [file, 0]));
  const next = [...changed];
  for (const file of next) {
    for (const user of users.get(file) ?? []) {
      if (steps.has(user)) continue;
      steps.set(user, 1 + (steps.get(file) ?? 0));
      next.push(user);
    }
  }
  return steps;
}

function nearnessOf(test: string, changed: string): number {
  if (wordOf(test) === wordOf(changed)) return 1;
  return path.dirname(test) === path.dirname(changed) ? 2 : Infinity;
}

/** `channel` of `channels.ts`, `channel-tests.test.ts` and `0016-channel-keys.ts`. */
function wordOf(file: string): string {
  const [word = ''] = path.basename(file).replace(/^\d+-/, '').split(/[-.]/);
  return word.replace(/s$/, '');
}
