import { check } from '../check-parts.ts';

/**
 * `npm run check`: types, lint, boundaries, sizes, texts, and the unit tests that what changed could break, nearest first,
 * as many as fit into a minute. For every save; `--all` looks at everything and runs all of them.
 */
const parts = await check(process.argv.includes('--all') ? 'all' : 'changed');
process.exitCode = parts.every(({ isWell }) => isWell) ? 0 : 1;
