import { check } from '../check-parts.ts';

/**
 * `npm run check`: types, lint, boundaries, sizes, texts, and the unit tests that a change could break,
 * nearest first, as many as fit into a minute. For every save; `--all` checks everything and runs all tests.
 */
const parts = await check(process.argv.includes('--all') ? 'all' : 'changed');
process.exitCode = parts.every(({ hasPassed }) => hasPassed) ? 0 : 1;
