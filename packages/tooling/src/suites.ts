import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Part, report } from './part.ts';
import { capture } from './processes.ts';
import { programOf, root } from './workspace.ts';

/** Projects of vitest.config.ts that need only Node. */
export const UNIT = ['node', 'gateway', 'dom', 'console'];
export const SLOW = ['slow', 'mocked'];
/** What repeats the proofs of others by chance and at length. */
export const STRESS = ['stress'];

/** Result of a test file, the last one if it was repeated. */
export interface FileResult {
  file: string;
  hasPassed: boolean;
  seconds: number;
}

interface VitestRun {
  projects: string[];
  /** Only these test files; all of the projects by default. */
  files?: string[];
  env?: Record<string, string>;
  /** Files with a failed test run once more, except those that {@link isNeverRepeated}. */
  mayRepeat?: boolean;
  /** Added to the report after the counts. */
  remark?: string;
}

/** Tests of money, crashes and races: a failure there once in forty runs is a bug. */
export function isNeverRepeated(file: string): boolean {
  return /(races?|breaks?|outages?)\.test\.ts$|\/ledger\//.test(file);
}

/**
 * Runs projects of vitest and counts. Files with a failed test may run once more, alone: a test that then
 * passes counts as passed and is listed as unsteady, because it must be fixed.
 */
export async function runVitest(
  name: string,
  { mayRepeat = false, remark, ...run }: VitestRun,
): Promise<Part & { results: FileResult[] }> {
  const first = await vitest(name, run);
  const final = first.failures.filter(({ file }) => isNeverRepeated(file));
  const files = [...new Set(first.failures.filter((one) => !final.includes(one)).map(({ file }) => file))];
  const isRepeated = mayRepeat && files.length > 0 && files.length <= REPEATABLE;
  const last = isRepeated ? await vitest(`${name}-again`, { ...run, files }) : first;
  const failures = isRepeated ? [...final, ...last.failures] : first.failures;
  const again = new Set(failures.map(({ title }) => title));
  const unsteady = first.failures.filter(({ title }) => !again.has(title)).map(({ text }) => text);
  const seconds = first.seconds + (isRepeated ? last.seconds : 0);
  const failed = isRepeated ? final.length + last.failed : first.failed;
  const passed = first.passed + first.failed - failed;
  const results = isRepeated ? [...first.results, ...last.results] : first.results;
  const counts = { passed, failed, skipped: first.skipped, unsteady, ...(remark && { remark }) };
  return { ...count({ ...last, failures, name, seconds, ...counts }), results };
}

/** More broken files than this are no coincidence. */
const REPEATABLE = 4;

async function vitest(name: string, { projects, files = [], env = {} }: VitestRun) {
  const result = resultFile(name);
  const run = await capture(
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
  const found = read<VitestResult>(result);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = found;
  const results = (found.testResults ?? []).map(resultOf);
  return { ...run, passed, failed, skipped, failures: failuresOf(found.testResults), results };
}

function resultOf({ name, status, startTime, endTime }: VitestFile): FileResult {
  const seconds = Math.max(0, endTime - startTime) / 1000;
  return { file: path.relative(root, name), hasPassed: status === 'passed', seconds };
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
  const { stats: { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = {}, suites = [] } =
    read<PlaywrightResult>(result);
  const specs = suites.flatMap(specsOf);
  const unsteady = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title }) => ({ file, title, text: `${file}: ${title}` }));
  const passed = expected + flaky;
  const counts = { passed, failed: unexpected, skipped, failures };
  return count({ name, code, output, seconds, ...counts, unsteady: unsteady.map(({ title }) => title) });
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

interface Counted {
  name: string;
  code: number;
  output: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  /** What failed at first and passed when repeated. */
  unsteady: string[];
  remark?: string;
}

function count({ name, code, output, seconds, failures, unsteady, remark, ...counts }: Counted): Part {
  const { passed, failed, skipped } = counts;
  const hasPassed = code === 0 && failed === 0;
  const note = [
    `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
    unsteady.length > 0 && `${unsteady.length} only when repeated`,
    remark,
  ];
  const part = {
    name,
    hasPassed,
    seconds,
    output,
    passed,
    failed,
    skipped,
    note: note.filter(Boolean).join(', '),
  };
  const texts = failures.map(({ text }) => text);
  return report({
    ...part,
    unsteady,
    failures: hasPassed || texts.length > 0 ? texts : [outsideTests(output)],
  });
}

/** Returns why a suite failed although each test passed: unhandled errors, or how its program ended. */
function outsideTests(output: string): string {
  const at = output.search(/Unhandled (Errors|Rejection)/);
  return at < 0 ? output.trim().slice(-3000) : output.slice(at, at + 3000);
}

interface Failure {
  /** Path from the root. */
  file: string;
  title: string;
  /** Full description on a few lines. */
  text: string;
}

function failuresOf(files: VitestResult['testResults'] = []): Failure[] {
  return files.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (message && failed.length === 0) return [{ file, title: file, text: `${file}: ${message}` }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: `${file}: ${fullName}`,
      text: `${file}: ${fullName}\n${ownLines(failureMessages)}`,
    }));
  });
}

/** Removes stack frames of libraries. */
function ownLines(messages: readonly string[]): string {
  const lines = messages.join('\n').split('\n');
  return lines
    .filter((line) => !/^ +at .*(node_modules|node:|<anonymous>)/.test(line))
    .join('\n')
    .slice(0, 1500);
}

interface VitestResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  message: string;
  status: 'passed' | 'failed';
  /** In milliseconds. */
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface PlaywrightResult {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSpec {
  title: string;
  file: string;
  ok: boolean;
  tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
}

/** An old result must not be mistaken for a new one. */
function resultFile(name: string): string {
  const file = path.join(root, '.cache/test', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function read<T>(file: string): Partial<T> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : {};
}
