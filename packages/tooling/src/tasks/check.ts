import { check } from '../check-parts.ts';

/** `npm run check`: types, lint, boundaries, sizes, texts and unit tests. For every commit; about two minutes. */
const parts = await check();
process.exitCode = parts.every(({ isWell }) => isWell) ? 0 : 1;
