import { checkSizes } from './checks/sizes.ts';
import { checkTexts } from './checks/texts.ts';
import { lookAt, type Part, runPart } from './part.ts';
import { runVitest, UNIT } from './suites.ts';
import { programOf, root } from './workspace.ts';

/**
 * All that can be known without building, in about two minutes: the unit tests on one side, the rest beside them.
 * Of the databases only the embedded one; `npm test` has the servers.
 */
export async function check(): Promise<Part[]> {
  const units = { projects: UNIT, env: { TEST_DATABASES: 'sqlite' }, mayRepeat: true };
  const [unit, rest] = await Promise.all([runVitest('unit', units), inOrder()]);
  return [...rest, unit];
}

async function inOrder(): Promise<Part[]> {
  return [
    await runPart('types', programOf('.', 'tsc'), ['-b']),
    await runPart('lint', programOf('.', 'biome'), ['check']),
    await runPart('boundaries', process.execPath, ['packages/tooling/src/checks/boundaries.ts'], {
      isTalkative: true,
    }),
    lookAt('sizes', () => checkSizes(root)),
    lookAt('texts', () => checkTexts(root)),
  ];
}
