// @reads packages/tooling/mutants/*.json
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace.ts';
import { type Mutant, mutate, readMutants } from './mutants.ts';
import { listSources } from './run.ts';
import { chooseSpecs, findSpecTests } from './spec-tests.ts';

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

test('the tests of a statement are those below its comment', () => {
  const [first] = findSpecTests('Z999', ['packages/tooling/src/mutation/mutation.test.ts']);
  expect(first?.from).toBeGreaterThan(20);
  expect(first?.to).toBeGreaterThan(first?.from ?? 0);
});
// @spec Z999 is only here to be found above.

test('a seed always chooses the same statements', () => {
  const sources = listSources();
  expect(chooseSpecs('seed', 20, sources)).toEqual(chooseSpecs('seed', 20, sources));
  expect(chooseSpecs('seed', 20, sources)).not.toEqual(chooseSpecs('another', 20, sources));
});

test('each mutant of the table finds its place', () => {
  for (const each of readMutants())
    expect(mutate(readFileSync(path.join(root, each.file), 'utf8'), each), each.spec).not.toBe('');
});
