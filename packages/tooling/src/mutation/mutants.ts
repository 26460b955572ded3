import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/** A change of the product that breaks one statement, which the tests that name the statement must notice. */
export interface Mutant {
  /** Id of the statement, as in `// @spec F031`. */
  readonly spec: string;
  /** What no longer holds, in a few words. */
  readonly breaks: string;
  /** Path from the root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A statement that no change of the product can break alone. */
export interface Exempt {
  readonly spec: string;
  readonly because: string;
}

const folder = path.join(root, 'packages/tooling/mutants');

/** Returns the mutants of the table: `mutants/*.json`, each a list. */
export function readMutants(): Mutant[] {
  return readTable().filter((row) => 'find' in row);
}

/** Returns the statements of the table that have a reason in place of a mutant. */
export function readExempt(): Map<string, string> {
  return new Map(
    readTable()
      .filter((row) => 'because' in row)
      .map(({ spec, because }) => [spec, because]),
  );
}

function readTable(): (Mutant | Exempt)[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as (Mutant | Exempt)[]);
}

/** @throws {Error} when the place of the change is missing or not the only one */
export function mutate(source: string, { spec, file, find, replace }: Mutant): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${spec}: ${parts.length - 1} places in ${file} match: ${find}`);
  return parts.join(replace);
}
