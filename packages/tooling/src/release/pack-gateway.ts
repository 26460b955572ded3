import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmPack, readCatalog } from '../npm-pack.ts';
import { compileFolder } from '../sdk/compile.ts';
import { packSdk } from '../sdk/pack.ts';
import { listApps, listIngredients, root } from '../workspace.ts';
import { describeThirdParties } from './third-party.ts';

/** Sources of tests that a test file does not end the name of. */
const TEST_FOLDERS = ['testing', 'journeys'];

interface Package {
  name: string;
  version: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
}

/**
 * Packs the product as one package for npm, `@tollgate/gateway`, and returns the path of the file: the gateway as
 * JavaScript (Node strips no types below `node_modules`), the built console, and the SDK for areas. The packages of
 * the repository are inside of it; those of others are dependencies, at the versions of the catalog.
 */
export function packGateway(target: string): string {
  const folder = path.join(root, '.cache/gateway-package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const [gateway = '', ...inside] = listIngredients('packages/gateway').filter(isRuntime);
  const catalog = readCatalog();
  const own = readPackage(gateway);
  const needed = [own, ...inside.map(readPackage)].flatMap((each) => foreignOf(each));

  compile(gateway, path.join(folder, gateway));
  for (const each of inside) compile(each, path.join(folder, 'node_modules', readPackage(each).name));
  cpSync(path.join(root, gateway, 'bin'), path.join(folder, gateway, 'bin'), { recursive: true });
  for (const app of listApps())
    cpSync(path.join(root, app, 'dist'), path.join(folder, app, 'dist'), { recursive: true });
  packSdk(path.join(folder, 'sdk/dist'));
  for (const name of ['LICENSE', 'NOTICE', 'CHANGELOG.md'])
    cpSync(path.join(root, name), path.join(folder, name));
  cpSync(path.join(root, 'deploy/npm.md'), path.join(folder, 'README.md'));
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), describeThirdParties(root));
  writeJson(path.join(folder, 'package.json'), {
    name: own.name,
    version: own.version,
    description: 'AI-model gateway with a console composed by module federation',
    license: 'Apache-2.0',
    type: 'module',
    bin: { tollgate: `${gateway}/bin/tollgate.mjs` },
    engines: { node: '^24.15 || >=26' },
    dependencies: Object.fromEntries([
      ...inside.map((each) => [readPackage(each).name, own.version]),
      ...[...new Set(needed)].sort().map((name) => [name, versionOf(name, catalog)]),
    ]),
    bundleDependencies: inside.map((each) => readPackage(each).name),
  });
  return path.join(target, npmPack(folder, target));
}

/** Of the development dependencies, too, `listIngredients` gives the packages. */
function isRuntime(folder: string): boolean {
  return !folder.endsWith('/tooling');
}

function compile(from: string, to: string): void {
  compileFolder(path.join(root, from, 'src'), path.join(to, 'src'));
  for (const name of globSync(
    TEST_FOLDERS.map((each) => `**/${each}`),
    { cwd: path.join(to, 'src') },
  ))
    rmSync(path.join(to, 'src', name), { recursive: true });
  for (const file of globSync('**/*.js', { cwd: path.join(to, 'src') })) {
    const name = path.join(to, 'src', file);
    writeFileSync(name, readFileSync(name, 'utf8').replace(WORKER, "new URL('$1.js', import.meta.url)"));
  }
  const { exports, ...manifest } = readPackage(from);
  const { name, version } = manifest;
  const compiled = Object.entries(exports ?? {}).map(([key, file]) => [key, file.replace(/\.ts$/, '.js')]);
  writeJson(path.join(to, 'package.json'), {
    ...{ name, version, license: 'Apache-2.0', type: 'module' },
    exports: Object.fromEntries(compiled),
  });
}

/** Files that run in a thread or a process of their own. */
const WORKER = /new URL\('([^']+)\.ts', import\.meta\.url\)/g;

function foreignOf({ dependencies = {} }: Package): string[] {
  return Object.keys(dependencies).filter((name) => !name.startsWith('@tollgate/'));
}

function versionOf(name: string, catalog: ReadonlyMap<string, string>): string {
  const version = catalog.get(name);
  if (version === undefined) throw new Error(`The catalog has no version of ${name}.`);
  return version;
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Package;
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
