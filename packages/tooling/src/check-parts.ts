import { availableParallelism } from 'node:os';
import { findChanged, rememberPassed } from './changed.ts';
import { checkSizes } from './checks/sizes.ts';
import { checkTexts } from './checks/texts.ts';
import { lookAt, type Part, report, runPart } from './part.ts';
import { runVitest, UNIT } from './suites.ts';
import { programOf, root } from './workspace.ts';

/**
 * All that can be known without building: the unit tests on one side, the rest beside them. Of the databases only the
 * embedded one; `npm test` has the servers.
 */
export async function check(units: () => Promise<Part>): Promise<Part[]> {
  const [unit, rest] = await Promise.all([units(), inOrder()]);
  return [...rest, unit];
}

const unitTests = { projects: UNIT, env: { TEST_DATABASES: 'sqlite' }, mayRepeat: true };

export function allUnits(): Promise<Part> {
  return runVitest('unit', unitTests);
}

/** Those of packages that changed, or use one that did, since their tests last passed here. */
export async function changedUnits(): Promise<Part> {
  const changes = findChanged();
  if (changes.length === 0)
    return report({ name: 'unit', isWell: true, seconds: 0, note: 'nothing changed' });
  const files = changes.map(({ folder }) => `${folder}/`);
  // Half of the gateway's tests wait for sockets and clocks.
  const env = { ...unitTests.env, VITEST_MAX_WORKERS: String(2 * availableParallelism()) };
  const part = await runVitest('unit', { ...unitTests, files, env });
  if (part.isWell) rememberPassed(changes);
  return part;
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
