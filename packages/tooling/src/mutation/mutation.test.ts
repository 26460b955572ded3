// @reads packages/tooling/mutants/*.json
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../workspace.ts';
import { type Mutant, mutate, readMutants } from './mutants.ts';
import { listSources } from './run.ts';
import { chooseSpecs, findSpecTests, measureTest } from './spec-tests.ts';

const mutant: Mutant = {
  spec: 'F031',
  breaks: 'every amount is zero',
  file: 'amount.ts',
  find: 'return amount',
  replace: 'return 0',
};

test('a mutant changes one place, and refuses a place that is missing or not the only one', () => {
  expect(mutate('if (x) return amount;', mutant)).toBe('if (x) return 0;');
  expect(() => mutate('return sum;', mutant)).toThrow('F031: 0 places');
  expect(() => mutate('return amount; return amount;', mutant)).toThrow('F031: 2 places');
});

describe('the tests of a statement', () => {
  const find = (...lines: string[]) =>
    measureTest(
      lines,
      lines.findIndex((line) => line.includes('@spec')),
    );

  test('end where the next test begins', () => {
    expect(find('// @spec F031', "test('pays', () => {", '  pay();', '});', '', "test('more', go);")).toEqual(
      {
        from: 1,
        lines: [2, 6],
        line: 2,
      },
    );
  });

  test('are the row of a table below the comment', () => {
    expect(
      find('test.each([', "  ['one', 1],", '  // @spec F031', "  ['two', 2],", "])('%s', go);", 'after();'),
    ).toEqual({ from: 3, lines: [1, 6], row: 'two' });
  });

  test('are found in the files that name it', () => {
    const [first] = findSpecTests('C207', listSources());
    expect(first?.file).toBe('shell/src/chrome/footer/footer.test.tsx');
  });
});

test('a seed always chooses the same statements', () => {
  const sources = listSources().filter((file) => file.startsWith('shell/'));
  expect(chooseSpecs('seed', 20, sources)).toEqual(chooseSpecs('seed', 20, sources));
  expect(chooseSpecs('seed', 20, sources)).not.toEqual(chooseSpecs('another', 20, sources));
});

test('each mutant of the table finds its place', () => {
  for (const each of readMutants())
    expect(mutate(readFileSync(path.join(root, each.file), 'utf8'), each), each.spec).not.toBe('');
});
