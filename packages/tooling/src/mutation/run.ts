import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest, type TestModule, type TestProject, type Vitest } from 'vitest/node';
import { root } from '../workspace.ts';
import { type Mutant, mutate } from './mutants.ts';
import type { SpecTests } from './spec-tests.ts';

export function listSources(): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files.split('\n').filter(Boolean);
}

export interface TestOutcome {
  readonly failed: readonly SpecTests[];
  /** None of their tests ran. */
  readonly missing: readonly SpecTests[];
}

/** Runs tests again and again in one vitest, which transforms only what changed. */
export class TestRunner {
  readonly #vitest: Vitest;

  private constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  static async start(): Promise<TestRunner> {
    process.env.TEST_DATABASES = 'sqlite';
    const silent = [{}];
    return new TestRunner(
      await createVitest('test', {
        root,
        watch: false,
        includeTaskLocation: true,
        reporters: silent,
        silent: true,
      }),
    );
  }

  /** Changes the sources, runs the tests, and restores the sources, also when Ctrl+C or a kill ends the process. */
  async runMutated(mutants: readonly Mutant[], tests: readonly SpecTests[]): Promise<TestOutcome> {
    const originals = mutants.map((mutant) => {
      const file = path.join(root, mutant.file);
      const source = readFileSync(file, 'utf8');
      return { file, source, mutated: mutate(source, mutant) };
    });
    const write = (text: 'source' | 'mutated') => {
      for (const original of originals) {
        writeFileSync(original.file, original[text]);
        this.#vitest.invalidateFile(original.file);
      }
    };
    const restore = () => write('source');
    const stop = () => process.exit(130);
    process.once('exit', restore);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    try {
      write('mutated');
      return await this.run(tests);
    } finally {
      restore();
      process.off('exit', restore);
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    }
  }

  async run(tests: readonly SpecTests[]): Promise<TestOutcome> {
    const files = Map.groupBy(tests, ({ file }) => file);
    const specifications = [...files].map(([file, own]) => {
      const lines = own.map(({ line }) => line);
      return projectOf(this.#vitest, file).createSpecification(
        path.join(root, file),
        lines.includes(undefined) ? undefined : [...new Set(lines as number[])],
      );
    });
    const { testModules } = await this.#vitest.runTestSpecifications(specifications);
    const states = new Map(tests.map((test) => [test, statesOf(test, testModules)]));
    return {
      failed: tests.filter((test) => states.get(test)?.includes('failed')),
      missing: tests.filter(
        (test) => !states.get(test)?.some((state) => state === 'passed' || state === 'failed'),
      ),
    };
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}

function projectOf(vitest: Vitest, file: string): TestProject {
  const project = vitest.projects.find((one) => one.matchesTestGlob(path.join(root, file)));
  if (!project) throw new Error(`No project of vitest.config.ts runs ${file}.`);
  return project;
}

function statesOf(
  { file, lines: [first, behind], row = '' }: SpecTests,
  modules: readonly TestModule[],
): string[] {
  const module = modules.find(({ moduleId }) => moduleId === path.join(root, file));
  if (!module) return [];
  // A file that no longer loads has no tests.
  if (module.errors().length > 0) return ['failed'];
  return [...module.children.allTests()]
    .filter(({ location }) => location && location.line >= first && location.line < behind)
    .filter(({ fullName }) => fullName.includes(row))
    .map((test) => test.result().state);
}
