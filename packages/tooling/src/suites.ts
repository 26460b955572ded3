import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Part, report } from './part.ts';
import { capture } from './processes.ts';
import { programOf, root } from './workspace.ts';

/** Projects of vitest.config.ts that need nothing but Node. */
export const UNIT = ['node', 'gateway', 'dom', 'console'];
export const SLOW = ['slow'];

interface VitestRun {
  projects: string[];
  /** Only these test files; all of the projects by default. */
  files?: string[];
  env?: Record<string, string>;
}

/** Runs projects of vitest and counts. */
export async function runVitest(name: string, { projects, files = [], env = {} }: VitestRun): Promise<Part> {
  const result = resultFile(name);
  const { code, output, seconds } = await capture(
    programOf('.', 'vitest'),
    [
      'run',
      '--passWithNoTests',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${result}`,
    ],
    { env },
  );
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    testResults,
  } = read<VitestResult>(result);
  const run = { name, code, output, seconds, failures: failuresOf(testResults) };
  return count(run, numPassedTests, numFailedTests, numPendingTests);
}

/** Runs the Playwright tests of a package and counts. */
export async function runPlaywright(
  name: string,
  folder: string,
  env: Record<string, string>,
): Promise<Part> {
  const result = resultFile(name);
  const { code, output, seconds } = await capture(
    programOf(folder, 'playwright'),
    ['test', '--reporter=line,json'],
    { cwd: path.join(root, folder), env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: result } },
  );
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = read<PlaywrightResult>(result).stats ?? {};
  return count({ name, code, output, seconds }, expected + flaky, unexpected, skipped);
}

function count(
  run: Pick<Part, 'name' | 'output' | 'seconds' | 'failures'> & { code: number },
  passed: number,
  failed: number,
  skipped: number,
): Part {
  const { code, ...part } = run;
  const isWell = code === 0 && failed === 0;
  const note = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  return report({ ...part, isWell, passed, failed, note: note.filter(Boolean).join(', ') });
}

function failuresOf(files: VitestResult['testResults'] = []): string[] {
  return files.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (message && failed.length === 0) return [`${path.relative(root, name)}: ${message}`];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${path.relative(root, name)}: ${fullName}\n${failureMessages.join('\n').slice(0, 1500)}`,
    );
  });
}

interface VitestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightResult {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
}

/** An old result must not pass for a new one. */
function resultFile(name: string): string {
  const file = path.join(root, '.cache/test', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function read<T>(file: string): Partial<T> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : {};
}
