import type { Reach } from './reach.ts';

/** Results of a test file in earlier runs on this machine. */
export interface TestNote {
  /** The hash of its reach at the last check, whether it ran or not. */
  seen: string;
  /** The hash with which it last passed. */
  passed?: string;
  hasFailed?: true;
  /** Its cost in seconds of a core. */
  seconds?: number;
}

export interface Choice {
  chosen: Reach[];
  /** How many have not passed in their current state, and wait for a later check or for `--all`. */
  left: number;
}

/**
 * Chooses the tests that reach a change since the last check, nearest first, until their seconds fill the
 * budget; failed ones come first. When nothing changed, it chooses the remaining ones.
 */
export function choose(
  reaches: readonly Reach[],
  notes: Readonly<Record<string, TestNote>>,
  budget: number,
): Choice {
  const due = reaches.filter(({ file, hash }) => notes[file]?.passed !== hash);
  const isTouched = ({ file, hash }: Reach) => notes[file]?.seen !== hash;
  const hasFailed = ({ file }: Reach) => notes[file]?.hasFailed === true;
  const wanted = due.some(isTouched) ? due.filter((each) => isTouched(each) || hasFailed(each)) : due;

  const rank = (reach: Reach) => (hasFailed(reach) ? -1 : reach.steps);
  const chosen: Reach[] = [];
  let seconds = 0;
  for (const reach of wanted.toSorted((a, b) => compare(rank(a), rank(b)) || a.size - b.size)) {
    if (seconds >= budget) break;
    chosen.push(reach);
    seconds += notes[reach.file]?.seconds ?? reach.size / FILES_PER_SECOND;
  }
  return { chosen, left: due.length - chosen.length };
}

/** A careful guess for the first run: tests that reach many files start a lot. */
const FILES_PER_SECOND = 100;

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b; // both may be infinite
}
