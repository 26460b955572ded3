import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findChromium } from '../browser.ts';
import { buildApps } from '../build-apps.ts';
import { check } from '../check-parts.ts';
import { checkWeights } from '../checks/weights.ts';
import { installPrograms } from '../install-programs.ts';
import { lookAt, type Part, report, runPart, skip, sumUp } from '../part.ts';
import { secondsSince } from '../processes.ts';
import { runPlaywright, runVitest, SLOW, STRESS } from '../suites.ts';
import { ALL_DATABASES } from '../units.ts';
import { root } from '../workspace.ts';

/**
 * `npm test`: runs all kinds of tests and ends with one line over them: passed, failed, skipped, unsteady. With `--all`
 * they also run where they repeat themselves (decisions 0235 and 0246).
 */
const started = performance.now();
const isAll = process.argv.includes('--all');
if (isAll) process.env.TEST_ALL = '1';
for (const sentence of await installPrograms()) process.stdout.write(`  ${sentence}\n`);

// Contract tests and journeys look at the builds.
const parts = await Promise.all([build(), docs()]);
parts.push(lookAt('weights', () => checkWeights(root)));
// Slow tests wait half of the time: unit tests use it. Stories go where they end the two lanes together.
const [checked, proven] = await Promise.all([
  runInOrder(() => check('all', ALL_DATABASES), stories),
  runInOrder(slow, journeys),
]);
conclude([...parts, ...checked, ...proven]);

async function runInOrder(...tasks: (() => Promise<Part | Part[]>)[]): Promise<Part[]> {
  const done: Part[] = [];
  for (const task of tasks) done.push(...[await task()].flat());
  return done;
}

async function build(): Promise<Part> {
  const begun = performance.now();
  const hasPassed = await buildApps();
  return report({ name: 'build', hasPassed, seconds: secondsSince(begun), output: 'See above.' });
}

function docs(): Promise<Part> {
  return runPart('docs', 'pnpm', ['--filter', '@tollgate/docs-site', 'run', 'build']);
}

/** More workers than cores, because tests of killed processes and outages wait more than half of the time. */
async function slow(): Promise<Part> {
  const workers = Math.ceil(availableParallelism() * 1.5);
  const files = globSync('packages/*/src/**/*.slow.test.ts', { cwd: root });
  return files.length > 0
    ? runVitest('slow', {
        projects: isAll ? [...SLOW, ...STRESS] : SLOW,
        env: { VITEST_MAX_WORKERS: String(workers) },
      })
    : skip('slow', 'there are no slow tests yet');
}

async function stories(): Promise<Part[]> {
  if (!existsSync(path.join(root, 'packages/storybook/.storybook')))
    return [skip('storybook', 'there are no stories yet')];
  const built = await runPart('storybook', 'pnpm', ['--filter', '@tollgate/storybook', 'run', 'build']);
  if (!built.hasPassed) return [built];
  return [built, await browse('stories', 'packages/storybook')];
}

async function journeys(): Promise<Part> {
  const specs = globSync('packages/e2e/src/**/*.spec.ts', { cwd: root });
  return specs.length > 0 ? browse('e2e', 'packages/e2e') : skip('e2e', 'there are no journeys yet');
}

/** A missing browser is a failure, because nothing was tested. */
async function browse(name: string, folder: string): Promise<Part> {
  const browser = findChromium();
  if (!browser)
    return report({ name, hasPassed: false, seconds: 0, output: 'No Chromium; see the top of this output.' });
  return runPlaywright(name, folder, { CHROMIUM_PATH: browser });
}

function conclude(all: Part[]): void {
  const broken = all.filter(({ hasPassed }) => !hasPassed);
  if (broken.length > 0) process.stdout.write(`\nNot well: ${broken.map(({ name }) => name).join(', ')}.\n`);
  for (const failure of broken.flatMap(({ failures = [] }) => failures))
    process.stdout.write(`\n${failure}\n`);
  process.stdout.write(`\n${secondsSince(started).toFixed(0)} s\n${sumUp(all)}\n`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
