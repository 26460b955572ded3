import { readMutants } from '../mutation/mutants.ts';
import { listSources, tryMutant } from '../mutation/run.ts';
import { chooseSpecs, findSpecTests } from '../mutation/spec-tests.ts';

/**
 * `npm run mutants [-- <id> ...]`: breaks the product once for each statement of the table, and expects that a
 * test which names the statement fails. `-- --choose <seed> <count>` prints statements for the table.
 */
const words = process.argv.slice(2);
const sources = listSources();

if (words[0] === '--choose') {
  for (const spec of chooseSpecs(words[1] ?? '', Number(words[2] ?? 150), sources))
    console.log(
      spec,
      findSpecTests(spec, sources)
        .map(({ file, from }) => `${file}:${from}`)
        .join(' '),
    );
} else {
  const mutants = readMutants().filter(({ spec }) => words.length === 0 || words.includes(spec));
  const alive: string[] = [];
  for (const mutant of mutants) {
    const fate = await tryMutant(mutant, sources);
    console.log(`${fate.padEnd(9)} ${mutant.spec}  ${mutant.breaks}`);
    if (fate !== 'killed') alive.push(mutant.spec);
  }
  console.log(
    `${mutants.length - alive.length} of ${mutants.length} killed; alive: ${alive.join(' ') || '-'}`,
  );
  process.exitCode = alive.length === 0 ? 0 : 1;
}
