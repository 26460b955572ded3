import { availableParallelism, loadavg } from 'node:os';
import { type Part, report } from './part.ts';
import { choose, type TestNote } from './selection/choose.ts';
import { linkTree } from './selection/links.ts';
import { changedFiles, type Memory } from './selection/memory.ts';
import { measureReach, type Reach } from './selection/reach.ts';
import type { Tree } from './selection/tree.ts';
import { listUnitTests } from './selection/unit-tests.ts';
import { type FileResult, runVitest, UNIT } from './suites.ts';
import { root } from './workspace.ts';

/** All unit tests, or those that the changes could break, as many as fit into a minute. */
export type Scope = 'all' | 'changed';

/** Seconds of tests per core. With types, rules and startup it takes a minute on a slow machine. */
const BUDGET = 25;

/** Kinds of databases, as `TEST_DATABASES` lists them. */
export const EMBEDDED = 'sqlite';
export const ALL_DATABASES = 'sqlite,postgres,mysql';

type Notes = Memory['tests'];

export async function runUnits(
  { scope, databases }: { scope: Scope; databases: string },
  tree: Tree,
  before: Memory | undefined,
): Promise<{ part: Part; notes: Notes }> {
  const changed = changedFiles(root, tree, before?.tree);
  const reaches = measureReach(listUnitTests(root, tree), tree, linkTree(root, tree), changed);
  const notes = before?.tests ?? {};
  const options = { env: { TEST_DATABASES: databases }, mayRepeat: true };
  if (scope === 'all') {
    // More workers than cores: half of the gateway's tests wait for sockets and clocks.
    const env = { ...options.env, VITEST_MAX_WORKERS: String(Math.ceil(1.5 * availableParallelism())) };
    const part = await runVitest('unit', { ...options, projects: UNIT, env });
    const results = databases === EMBEDDED ? part.results : withoutServers(part.results, notes);
    return { part, notes: takeNotes(reaches, notes, results) };
  }
  const { chosen, left } = choose(reaches, notes, BUDGET * availableParallelism());
  if (chosen.length === 0) {
    const part = report({ name: 'unit', hasPassed: true, seconds: 0, note: 'nothing changed' });
    return { part, notes: takeNotes(reaches, notes, []) };
  }
  const part = await runVitest('unit', {
    ...options,
    projects: [...new Set(chosen.map(({ project }) => project))],
    files: chosen.map(({ file }) => file),
    env: { ...options.env, VITEST_MAX_WORKERS: String(2 * availableParallelism()) },
    remark: `${chosen.length} test ${chosen.length === 1 ? 'file' : 'files'}${left > 0 ? `; ${left} farther away left to --all` : ''}`,
  });
  return { part, notes: takeNotes(reaches, notes, part.results) };
}

/** `npm run check` chooses tests by their time, and runs them on the embedded database: that time stays. */
function withoutServers(results: readonly FileResult[], notes: Notes): FileResult[] {
  return results.map((result) => ({ ...result, seconds: notes[result.file]?.seconds ?? result.seconds }));
}

function takeNotes(reaches: readonly Reach[], notes: Notes, results: readonly FileResult[]): Notes {
  const last = new Map(results.map((result) => [result.file, result]));
  const share = shareOfCore();
  return Object.fromEntries(
    reaches.map(({ file, hash }) => {
      const result = last.get(file);
      const before = notes[file];
      return [file, result ? judge(hash, before, result, share) : { ...before, seen: hash }];
    }),
  );
}

function judge(hash: string, before: TestNote | undefined, result: FileResult, share: number): TestNote {
  const seconds = result.seconds * share;
  const passed = result.hasPassed ? hash : before?.passed;
  return {
    seen: hash,
    ...(passed && { passed }),
    ...(!result.hasPassed && { hasFailed: true }),
    seconds: before?.seconds === undefined ? seconds : (before.seconds + seconds) / 2,
  };
}

/**
 * The average CPU share of a runnable process in the last minute: on a busy machine tests take longer but
 * cost the same.
 */
function shareOfCore(): number {
  const [load = 0] = loadavg();
  return Math.min(1, availableParallelism() / Math.max(load, 1));
}
