import { allUnits, changedUnits, check } from '../check-parts.ts';

/**
 * `npm run check`: types, lint, boundaries, sizes, texts, and the unit tests of what changed since they last passed. For
 * every commit; `--all` runs all of them.
 */
const parts = await check(process.argv.includes('--all') ? allUnits : changedUnits);
process.exitCode = parts.every(({ isWell }) => isWell) ? 0 : 1;
