import { checkAreaStyles } from './checks/area-styles.ts';
import { checkDependencies } from './checks/dependencies.ts';
import { checkDocLinks } from './checks/doc-links.ts';
import { checkLicenses } from './checks/licenses.ts';
import { checkSizes } from './checks/sizes.ts';
import { checkTexts } from './checks/texts.ts';
import { lookAt, type Part, report, runPart } from './part.ts';
import { checkProse } from './prose/check-prose.ts';
import { checkVersions } from './release/versions.ts';
import { currentTree, keep, recall } from './selection/memory.ts';
import { sha256, type Tree } from './selection/tree.ts';
import { EMBEDDED, runUnits, type Scope } from './units.ts';
import { programOf, root } from './workspace.ts';

/**
 * Runs all checks that need no build: the unit tests in parallel with the rest. Successes are remembered, so
 * that `changed` repeats only what may differ.
 *
 * @param databases of the unit tests
 */
export async function check(scope: Scope, databases = EMBEDDED): Promise<Part[]> {
  const before = recall(root);
  const tree = currentTree(root, before?.tree);
  const earlier = scope === 'all' ? {} : (before?.well ?? {});
  const [units, rest] = await Promise.all([
    runUnits({ scope, databases }, tree, before),
    inOrder(tree, earlier),
  ]);
  keep(root, { tree, tests: units.notes, well: rest.well });
  return [...rest.parts, units.part];
}

/** Runs all of them except unit tests. */
export async function checkWithoutTests(): Promise<Part[]> {
  const before = recall(root);
  const rest = await inOrder(currentTree(root, before?.tree), before?.well ?? {});
  // The tree stays that of the last tests, so that the next ones are chosen by what differs from it.
  if (before) keep(root, { ...before, well: rest.well });
  return rest.parts;
}

/** Successful checks: the key names the check, the value is the hash of its inputs. */
type Well = Record<string, string>;

async function inOrder(tree: Tree, earlier: Well): Promise<{ parts: Part[]; well: Well }> {
  // Several checkers of a project infer the same types, each for itself: half as much CPU again.
  const types = await runPart('types', programOf('.', 'tsc'), ['-b', '--checkers', '1']);
  const lint = await runLint(tree, earlier);
  const boundaries = await runBoundaries(tree, earlier);
  const looks = [
    lookAt('sizes', () => checkSizes(root)),
    lookAt('texts', () => checkTexts(root)),
    lookAt('area styles', () => checkAreaStyles(root)),
    lookAt('prose', () => checkProse(root, tree.keys())),
    lookAt('links', () => checkDocLinks(root)),
    lookAt('dependencies', () => checkDependencies(root)),
    lookAt('licenses', () => checkLicenses(root)),
    lookAt('versions', () => checkVersions(root)),
  ];
  const parts = [types, lint.part, boundaries.part, ...looks];
  return { parts, well: { ...lint.well, ...boundaries.well } };
}

/** Checks each file alone: no rule of biome.json spans two files. */
async function runLint(tree: Tree, earlier: Well): Promise<{ part: Part; well: Well }> {
  const settings = LINT_SETTINGS.map((file) => tree.get(file)?.hash ?? '');
  const wanted = Object.fromEntries(
    [...tree].map(([file, { hash }]) => [`lint ${file}`, sha256(...settings, hash)]),
  );
  const files = [...tree.keys()].filter((file) => earlier[`lint ${file}`] !== wanted[`lint ${file}`]);
  if (files.length === 0) return { part: unchanged('lint'), well: wanted };
  const few = files.length <= SINGLE_FILES ? [...NOT_OURS, ...files] : [];
  const part = await runPart('lint', programOf('.', 'biome'), ['check', ...few], { isTalkative: true });
  if (!part.hasPassed) process.stdout.write(HOW_TO_FORMAT);
  return { part, well: part.hasPassed ? wanted : earlier };
}

const HOW_TO_FORMAT = '`node_modules/.bin/biome check --write` formats, and fixes what is safe to fix.\n\n';
const LINT_SETTINGS = ['biome.json', 'pnpm-lock.yaml', '.gitignore'];
/** More would make the command line too long. */
const SINGLE_FILES = 500;
/** Changed files include some that the linter does not know or ignores. */
const NOT_OURS = ['--files-ignore-unknown=true', '--no-errors-on-unmatched'];

async function runBoundaries(tree: Tree, earlier: Well): Promise<{ part: Part; well: Well }> {
  const sources = [...tree].filter(([file]) =>
    /\.[cm]?[jt]sx?$|(^|\/)package\.json$|^biome\.json$|^pnpm-/.test(file),
  );
  const well = { boundaries: sha256(...sources.flatMap(([file, { hash }]) => [file, hash])) };
  if (earlier.boundaries === well.boundaries) return { part: unchanged('boundaries'), well };
  const args = ['packages/tooling/src/checks/boundaries.ts'];
  const part = await runPart('boundaries', process.execPath, args, { isTalkative: true });
  return { part, well: part.hasPassed ? well : {} };
}

function unchanged(name: string): Part {
  return report({ name, hasPassed: true, seconds: 0, note: 'nothing changed' });
}
