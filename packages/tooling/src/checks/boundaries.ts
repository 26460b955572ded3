import { checkImports } from './imports.ts';
import { selfTest } from './self-test.ts';
import { checkSources, listSources } from './sources.ts';

/**
 * Checks dependencies between packages and layers, and what imports do not show. Run as a program: exits 1 on
 * violations.
 */
const root = process.cwd();
const { read, violations } = await checkImports(root);
const files = listSources(root);
const unread = files.filter((file) => file.includes('/') && !read.has(file));
const misses = [...(await selfTest()), ...unread.map((file) => `${file} was not read.`)];
const all = [...violations, ...checkSources(root, files)];

for (const miss of misses) process.stdout.write(`The check does not hold: ${miss}\n`);
for (const { rule, file, line, why } of all) {
  process.stdout.write(`${file}${line ? `:${line}` : ''}\n  ${rule}: ${why}\n`);
}
process.stdout.write(`${files.length} sources, ${all.length} violations\n`);
process.exitCode = misses.length + all.length > 0 ? 1 : 0;
