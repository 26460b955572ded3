import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import budgets from '../budgets.json' with { type: 'json' };
import { programOf, root as repository } from '../workspace.ts';
import { checkAreaStyles } from './area-styles.ts';
import { checkDependencies } from './dependencies.ts';
import { checkImports, FILES_BY_NAME, readConfig } from './imports.ts';
import {
  plantedFunctions,
  plantedImports,
  plantedLawful,
  plantedLockfile,
  plantedSources,
  plantedStyles,
  plantedSurroundings,
} from './planted.ts';
import { sourceRules } from './source-rules.ts';
import { checkSources } from './sources.ts';

/** Breaks every rule once in a small copy of the repository. Returns what was missed, or reported without cause. */
export async function selfTest(): Promise<string[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-rules-'));
  try {
    furnish(root);
    return [
      ...(await testImportRules(root)),
      ...testSourceRules(root),
      ...testFunctionLimits(root),
      ...testDependencyBudget(root),
      ...testAreaStyles(root),
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function testImportRules(root: string): Promise<string[]> {
  for (const { file, source } of Object.values(plantedImports)) write(root, file, source);
  for (const [file, source] of Object.entries({ ...plantedLawful, ...plantedSurroundings }))
    write(root, file, source);
  const { violations } = await checkImports(root);
  const caught = (rule: string, file: string) =>
    violations.some((violation) => violation.rule === rule && violation.file.startsWith(`${home(file)} `));

  const rules = [...readConfig().forbidden.map(({ name = '' }) => name), FILES_BY_NAME.rule];
  const missed = rules.flatMap((name) => {
    const planted = plantedImports[name];
    if (!planted) return [`Rule "${name}" has no planted violation in checks/planted.ts.`];
    return caught(name, planted.file) ? [] : [`Rule "${name}" did not catch ${home(planted.file)}.`];
  });
  const wronged = violations.filter(({ file }) =>
    Object.keys(plantedLawful).some((lawful) => file.startsWith(`${home(lawful)} `)),
  );
  return [...missed, ...wronged.map(({ rule, file }) => `Rule "${rule}" forbids what is lawful: ${file}.`)];
}

function testSourceRules(root: string): string[] {
  return sourceRules.flatMap((rule) => {
    const planted = plantedSources[rule.name];
    if (!planted) return [`Rule "${rule.name}" has no planted violation in checks/planted.ts.`];
    const check = (source: string) => {
      write(root, planted.file, source);
      return checkSources(root, [home(planted.file)], [rule]).length;
    };
    return [
      ...(check(planted.source) === 1 ? [] : [`Rule "${rule.name}" did not catch: ${planted.source}`]),
      ...(check(planted.lawful) === 0
        ? []
        : [`Rule "${rule.name}" forbids what is lawful: ${planted.lawful}`]),
    ];
  });
}

/** Tests biome.json with its own linter. */
function testFunctionLimits(root: string): string[] {
  const settings = JSON.parse(readFileSync(path.join(repository, 'biome.json'), 'utf8')) as object;
  // The copy has no version control.
  write(root, 'biome.json', JSON.stringify({ ...settings, vcs: { enabled: false } }));
  const check = (rule: string, file: string, source: string) => {
    write(root, file, source);
    const args = ['lint', '--reporter=json', home(file)];
    const { stdout } = spawnSync(programOf('.', 'biome'), args, { cwd: root, encoding: 'utf8' });
    return stdout.includes(`"lint/complexity/${rule}"`);
  };
  return Object.entries(plantedFunctions).flatMap(([rule, { file, source, lawful }]) => [
    ...(check(rule, file, source) ? [] : [`Rule "${rule}" did not catch: ${source}`]),
    ...(check(rule, file, lawful) ? [`Rule "${rule}" forbids what is lawful: ${lawful}`] : []),
  ]);
}

function testDependencyBudget(root: string): string[] {
  const budget = budgets.gatewayDependencies;
  const complaintsAt = (count: number) => {
    writeFileSync(path.join(root, 'pnpm-lock.yaml'), plantedLockfile(count));
    return checkDependencies(root).complaints.length;
  };
  return [
    ...(complaintsAt(budget + 1) === 1 ? [] : ['The budget of dependencies did not catch one too many.']),
    ...(complaintsAt(budget) === 0 ? [] : ['The budget of dependencies forbids what is lawful.']),
  ];
}

function testAreaStyles(root: string): string[] {
  write(root, 'shell/src/a.css', '.taken:hover { padding: 0 }');
  return plantedStyles.flatMap(({ css, isLawful }) => {
    write(root, 'mfe-planted/src/a.css', css);
    const { complaints } = checkAreaStyles(root);
    return (complaints.length === 0) === isLawful
      ? []
      : [`The check of area styles ${isLawful ? 'forbids what is lawful' : 'did not catch'}: ${css}`];
  });
}

/** Creates the packages that planted files import, as empty as possible. */
function furnish(root: string): void {
  for (const name of [
    'arco-design/web-react',
    'react',
    'react-router-dom',
    'swr',
    'kysely',
    'undici',
    'zod',
  ]) {
    const folder = `node_modules/${name.includes('/') ? '@' : ''}${name}`;
    write(
      root,
      `${folder}/package.json`,
      JSON.stringify({ name, exports: { '.': './index.js', './mini': './mini/index.js' } }),
    );
    write(root, `${folder}/index.js`, '');
    write(root, `${folder}/mini/index.js`, '');
  }
  mkdirSync(path.join(root, 'node_modules/@tollgate'), { recursive: true });
  for (const name of ['ui', 'contract', 'gateway']) {
    write(root, `packages/${name}/package.json`, JSON.stringify({ exports: { '.': './src/index.ts' } }));
    write(root, `packages/${name}/src/index.ts`, '');
    symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@tollgate', name));
  }
}

/** Short names in the tables are files of the gateway. */
function home(file: string): string {
  return /^(shell|mfe-|packages|node_modules|biome)/.test(file) ? file : `packages/gateway/src/${file}`;
}

function write(root: string, file: string, text: string): void {
  const target = path.join(root, home(file));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${text}\n`);
}
