import type { Mutant } from './mutants.ts';
import type { SpecTests } from './spec-tests.ts';

/** A mutant with the tests that name its statement. */
export interface Trial {
  readonly mutant: Mutant;
  readonly tests: readonly SpecTests[];
}

/**
 * Groups mutants that one run can try: each of another area, where the tests of no other area can notice it.
 * A mutant of a shared package, or with tests elsewhere, runs alone.
 */
export function groupMutants(trials: readonly Trial[]): Trial[][] {
  const alone: Trial[][] = [];
  const together: Trial[][] = [];
  const places = new Map<string, number>();
  for (const trial of trials) {
    const room = roomOf(trial.mutant.file);
    if (!isolated.test(room) || trial.tests.some(({ file }) => roomOf(file) !== room)) {
      alone.push([trial]);
      continue;
    }
    const place = places.get(room) ?? 0;
    places.set(room, place + 1);
    together[place] = [...(together[place] ?? []), trial];
  }
  return [...together, ...alone];
}

/** No other package imports from them. */
const isolated = /^(shell|mfe-[\w-]+|packages\/gateway)$/;

function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'packages' ? `${first}/${second}` : first;
}
