import { parseArgs } from 'node:util';
import { groupMutants, type Trial } from '../mutation/group-mutants.ts';
import { type Mutant, readExempt, readMutants } from '../mutation/mutants.ts';
import { listSources, TestRunner } from '../mutation/run.ts';
import { chooseSpecs, findSpecTests } from '../mutation/spec-tests.ts';
import { secondsSince } from '../processes.ts';

/**
 * `npm run mutants [-- <id> ...]`: breaks the product once for each statement of the table, and expects that a
 * test which names the statement fails. With `--sample 150 --seed 7` it takes statements drawn by that seed,
 * and `--list` prints them with the tests that name them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' }, list: { type: 'boolean' } },
});
const started = performance.now();
const sources = listSources();
const drawn = values.sample ? chooseSpecs(values.seed ?? '', Number(values.sample), sources) : positionals;
if (values.list) list();
else await tryAll(readMutants().filter(({ spec }) => drawn.length === 0 || drawn.includes(spec)));

function list(): void {
  for (const spec of drawn) {
    const tests = findSpecTests(spec, sources).map(({ file, from }) => `${file}:${from}`);
    process.stdout.write(`${[spec, ...tests].join(' ')}\n`);
  }
}

type Fate = 'killed' | 'survived' | 'untested' | 'broken';

/** A mutant whose tests fail without it proves nothing, so all tests run once before. */
async function tryAll(mutants: Mutant[]): Promise<void> {
  const trials = mutants.map((mutant) => ({ mutant, tests: findSpecTests(mutant.spec, sources) }));
  const runner = await TestRunner.start();
  const before = await runner.run(trials.flatMap(({ tests }) => tests));
  const fates = new Map<Trial, Fate>();
  const report = (trial: Trial, fate: Fate) => {
    fates.set(trial, fate);
    process.stdout.write(`${fate.padEnd(8)} ${trial.mutant.spec}  ${trial.mutant.breaks}\n`);
  };
  for (const trial of trials) {
    const { tests } = trial;
    if (tests.every((test) => before.missing.includes(test))) report(trial, 'untested');
    else if (tests.some((test) => before.failed.includes(test))) report(trial, 'broken');
  }
  for (const group of groupMutants(trials.filter((trial) => !fates.has(trial)))) {
    const { failed } = await runner.runMutated(
      group.map(({ mutant }) => mutant),
      group.flatMap(({ tests }) => tests),
    );
    for (const trial of group)
      report(trial, trial.tests.some((test) => failed.includes(test)) ? 'killed' : 'survived');
  }
  await runner.close();
  conclude(fates);
}

function conclude(fates: ReadonlyMap<Trial, Fate>): void {
  const namesOf = (fate: Fate) =>
    [...fates].flatMap(([{ mutant }, one]) => (one === fate ? [mutant.spec] : []));
  const lines = (['survived', 'untested', 'broken'] as const)
    .map((fate) => [fate, ...namesOf(fate)])
    .filter(([, ...names]) => names.length > 0)
    .map(([fate, ...names]) => `${fate}: ${names.join(' ')}\n`);
  const mutated = new Set([...fates.keys()].map(({ mutant }) => mutant.spec));
  const missing = drawn.filter((spec) => !mutated.has(spec) && !readExempt().has(spec));
  if (missing.length > 0) lines.push(`without a mutant: ${missing.join(' ')}\n`);
  const killed = namesOf('killed').length;
  process.stdout.write(
    `\n${lines.join('')}${secondsSince(started).toFixed(0)} s\n${killed} of ${fates.size} killed\n`,
  );
  process.exitCode = killed === fates.size && missing.length === 0 ? 0 : 1;
}
