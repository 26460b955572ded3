import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmPack, readCatalog } from '../npm-pack.ts';
import { root } from '../workspace.ts';
import { compileFolder } from './compile.ts';
import { PEERS, publishedNames, SDK_PACKAGES, type SdkPackage } from './packages.ts';
import { writeTemplate } from './template.ts';
import { sdkVersion } from './version.ts';

/** The packages as a gateway answers them to npm. */
export interface SdkIndex {
  version: string;
  packages: Record<string, { manifest: object; file: string; integrity: string; shasum: string }>;
}

/**
 * Packs the packages for areas in repositories of their own into a folder. All have one
 * version, which begins with that of the host API: an area that was built with them wants a console that has it.
 */
export function packSdk(target = path.join(root, 'sdk/dist')): SdkIndex {
  const staging = path.join(root, '.cache/sdk');
  for (const folder of [target, staging]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  compileTypes();
  const catalog = readCatalog();
  const index: SdkIndex = { version: sdkVersion(), packages: {} };
  for (const one of SDK_PACKAGES) {
    const folder = path.join(staging, one.folder);
    const manifest = stage(one, folder, { catalog, version: index.version });
    const file = npmPack(folder, target);
    const content = readFileSync(path.join(target, file));
    const digest = (algorithm: string, encoding: 'base64' | 'hex') =>
      createHash(algorithm).update(content).digest(encoding);
    index.packages[one.name] = {
      manifest,
      file,
      integrity: `sha512-${digest('sha512', 'base64')}`,
      shasum: digest('sha1', 'hex'),
    };
  }
  writeFileSync(path.join(target, 'index.json'), `${JSON.stringify(index, null, 1)}\n`);
  return index;
}

function compileTypes(): void {
  const folders = SDK_PACKAGES.map(({ folder }) => `packages/${folder}`).filter((folder) =>
    existsSync(path.join(root, folder, 'tsconfig.json')),
  );
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-b', ...folders], { cwd: root, stdio: 'inherit' });
}

interface Versions {
  catalog: ReadonlyMap<string, string>;
  /** Of all packages of the SDK. */
  version: string;
}

function stage(one: SdkPackage, folder: string, versions: Versions): object {
  const source = path.join(root, 'packages', one.folder);
  const imported = compileFolder(
    path.join(source, 'src'),
    path.join(folder, 'dist'),
    path.join(source, '.tsc/src'),
  );
  if (one.folder === 'mfe-kit')
    for (const name of compileFolder(path.join(root, 'shell/src'), path.join(folder, 'shell')))
      imported.add(name);
  if (one.folder === 'create-area') writeTemplate(path.join(folder, 'template'), versions);
  const manifest = describe(one, readJson(path.join(source, 'package.json')), { ...versions, imported });
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(path.join(root, name), path.join(folder, name));
  writeFileSync(path.join(folder, 'README.md'), readmeOf(one, source));
  for (const program of Object.values(manifest.bin ?? {})) chmodSync(path.join(folder, program), 0o755);
  return manifest;
}

interface Package {
  name: string;
  sideEffects?: boolean;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What is imported is a dependency, also where the repository needs it for its own tests only. */
function describe(
  { name, description }: SdkPackage,
  own: Package,
  { imported, catalog, version }: Versions & { imported: ReadonlySet<string> },
) {
  const wanted = new Set([...Object.keys(own.dependencies ?? {}), ...imported].map(publishedNames));
  wanted.delete(name);
  const versions = [...wanted].sort().flatMap((dependency): [string, string][] => {
    if (dependency.startsWith('@tollgate/')) return [[dependency, version]];
    const foreign = catalog.get(dependency);
    return foreign ? [[dependency, `^${foreign}`]] : [];
  });
  const isPeer = ([dependency]: [string, string]) => PEERS.has(dependency);
  return {
    name,
    version,
    description,
    license: 'Apache-2.0',
    type: 'module' as const,
    engines: { node: '>=22.18' },
    ...(own.sideEffects !== undefined && { sideEffects: own.sideEffects }),
    ...(own.exports && { exports: mapValues(own.exports, exported) }),
    ...(own.bin && { bin: mapValues(own.bin, compiled) }),
    dependencies: Object.fromEntries(versions.filter((one) => !isPeer(one))),
    peerDependencies: Object.fromEntries(versions.filter(isPeer)),
  };
}

function exported(file: string): string | { types: string; default: string } {
  if (!/\.tsx?$/.test(file)) return compiled(file);
  return { types: compiled(file).replace(/\.js$/, '.d.ts'), default: compiled(file) };
}

function compiled(file: string): string {
  return file.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '.js');
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function readmeOf({ name, description }: SdkPackage, source: string): string {
  const own = path.join(source, 'README.md');
  const text = existsSync(own) ? readFileSync(own, 'utf8') : `# ${name}\n\n${description}.\n`;
  return `${publishedNames(text).replace(/\]\((?!https?:)[^)]*\)/g, ']')}\nPart of [Tollgate](${HOME}). Its version begins with that of the host API of the console.\n`;
}

const HOME = 'https://github.com/tollgate/tollgate';

function readJson(file: string): Package {
  return JSON.parse(readFileSync(file, 'utf8')) as Package;
}
