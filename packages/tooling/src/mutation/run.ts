import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { capture } from '../processes.ts';
import { root } from '../workspace.ts';
import { type Mutant, mutate } from './mutants.ts';
import { findSpecTests, type SpecTests } from './spec-tests.ts';

/** `killed` when a test that names the statement failed; `untested` when no unit test names it. */
export type Fate = 'killed' | 'survived' | 'untested';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly location?: { readonly line: number } | null;
    }[];
  }[];
}

export function listSources(): string[] {
  return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
}

/** Changes the source, runs the tests that name the statement, and restores the source. */
export async function tryMutant(mutant: Mutant, sources: readonly string[]): Promise<Fate> {
  const tests = findSpecTests(mutant.spec, sources);
  if (tests.length === 0) return 'untested';
  const file = path.join(root, mutant.file);
  const original = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, original);
  process.once('exit', restore);
  try {
    writeFileSync(file, mutate(original, mutant));
    return (await fail(tests)) ? 'killed' : 'survived';
  } finally {
    restore();
    process.off('exit', restore);
  }
}

async function fail(tests: readonly SpecTests[]): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tollgate-mutant-'));
  const output = path.join(folder, 'report.json');
  const files = [...new Set(tests.map(({ file }) => file))];
  await capture(path.join(root, 'node_modules/.bin/vitest'), [
    'run',
    '--reporter=json',
    `--outputFile=${output}`,
    '--includeTaskLocation',
    '--no-color',
    ...files,
  ]);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  return testResults.some(({ name, status, assertionResults }) => {
    const spans = tests.filter(({ file }) => path.join(root, file) === name);
    // A file that no longer loads has no results of its tests.
    if (status === 'failed' && assertionResults.length === 0) return spans.length > 0;
    return assertionResults.some(
      (result) =>
        result.status === 'failed' &&
        spans.some(({ from, to }) => {
          const line = result.location?.line ?? 0;
          return line > from && line < to;
        }),
    );
  });
}
