import { check, checkWithoutTests } from '../check-parts.ts';

/**
 * `npm run check`: types, lint, boundaries, sizes, texts, and the unit tests that a change could break,
 * nearest first, as many as fit into a minute. For every save; `--all` checks everything and runs all tests,
 * `--no-tests` runs none.
 */
const parts = process.argv.includes('--no-tests')
  ? await checkWithoutTests()
  : await check(process.argv.includes('--all') ? 'all' : 'changed');
process.exitCode = parts.every(({ hasPassed }) => hasPassed) ? 0 : 1;
