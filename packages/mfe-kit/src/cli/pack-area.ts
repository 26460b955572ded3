import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, findFaults, findManifestFaults, nodeBuildTools } from '@tollgate/area-cli';
import { type AreaManifest, type AreaSource, backendApi, hostApi } from '@tollgate/contract';
import { servedType } from '@tollgate/federation';
import postcss from 'postcss';
import { refuse } from '../area-error.ts';
import { containerName, describeFile, describeOutput, rangeOf, wantedHostApi } from '../area-files.ts';
import { findPageRules } from '../css-rules.ts';
import { scopeCss } from '../scope-css.ts';
import { findPackedFaults } from '../source-faults.ts';
import { pickTexts } from '../texts.ts';
import { readAreaSource, readPackage } from '../workspace.ts';
import type { OwnArea } from './own-area.ts';

/**
 * Makes a build of contract 2 from the ES modules that a bundler wrote: limits its styles to the area, names it by the
 * hash of its files, and writes its manifest. @throws {CommandError} with every reason why a console would refuse it
 */
export async function packArea({ id }: OwnArea, root: string, [given]: string[]): Promise<string> {
  if (!given) throw new CommandError('Say which folder the bundler wrote: tollgate-area pack build');
  const written = path.resolve(root, given);
  const files = listServed(written);
  const entry = findEntry(written, files);
  const source = await readAreaSource(id);
  refuse(await findPackedFaults(id, source));
  const buildId = hashOf(written, files, [JSON.stringify(source), readPackage(root).version]);
  const folder = path.join(root, 'dist', buildId);
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(written, file), path.join(folder, file));
  }
  const idle = findIdleRules(folder);
  limitStyles(folder, { id, buildId });
  const manifest = describe({ root, folder, files, entry }, { id, buildId }, source);
  const whole = { ...manifest, ...describeOutput(folder, manifest) };
  refuseFaults(folder, files, whole);
  writeFileSync(path.join(folder, 'area.manifest.json'), `${JSON.stringify(whole, null, 2)}\n`);
  return [`Packed build ${buildId} of ${id}: ${files.length} files, entry ${entry}.`, ...idle].join('\n');
}

/** Frameworks bring such rules along, so they are no reason to refuse the build. */
function findIdleRules(folder: string): string[] {
  return globSync('**/*.css', { cwd: folder })
    .sort()
    .flatMap((file) => findPageRules(readFileSync(path.join(folder, file), 'utf8'), file))
    .map((rule) => `Has no effect in the area: ${rule}`);
}

/** Source maps, licenses and pages of the bundler stay where they are. */
function listServed(folder: string): string[] {
  const found = globSync('**/*.*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && servedType(entry.name) !== undefined)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return found.filter((file) => !file.startsWith('.')).sort();
}

function findEntry(folder: string, files: readonly string[]): string {
  const entries = files.filter((file) => {
    const code = file.endsWith('.js') ? readFileSync(path.join(folder, file), 'utf8') : '';
    const { exports = [] } = nodeBuildTools.readModule(code) ?? {};
    return ['routes', 'mount', 'unmount'].every((name) => exports.includes(name));
  });
  const [entry] = entries;
  if (entry && entries.length === 1) return entry;
  const count = entry ? `${entries.length} modules export` : 'no module exports';
  throw new CommandError(`${folder}: ${count} routes, mount and unmount. One must, as an ES module.`);
}

function hashOf(folder: string, files: readonly string[], rest: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of rest) hash.update(text).update('\0');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(folder, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 10);
}

function limitStyles(folder: string, build: { id: string; buildId: string }): void {
  for (const name of globSync('**/*.css', { cwd: folder })) {
    const file = path.join(folder, name);
    const { css } = postcss([scopeCss(build)]).process(readFileSync(file, 'utf8'), {
      from: undefined,
      map: false,
    });
    writeFileSync(file, css);
  }
}

interface Packed {
  root: string;
  folder: string;
  files: readonly string[];
  entry: string;
}

function describe(
  { root, folder, files, entry }: Packed,
  build: { id: string; buildId: string },
  source: AreaSource,
): AreaManifest {
  const { owners, pages: _, ...contributes } = source;
  const ref = (file: string) => describeFile(folder, file, build);
  const css = files.filter((file) => file.endsWith('.css')).map(ref);
  const others = files.filter((file) => file.endsWith('.js') && file !== entry).map(ref);
  return {
    schema: 1,
    ...build,
    version: readPackage(root).version,
    builtAt: new Date().toISOString(),
    contract: 2,
    container: containerName(build.id, build.buildId),
    entry: ref(entry),
    // An import that finds no module in the page is refused, so all of them belong to the first view.
    exposes: { './area': { js: others, css } },
    pages: Object.fromEntries(source.routes.map((route) => [route.path, []])),
    compat: { hostApi: wantedHostApi(root), backendApi: rangeOf(backendApi) },
    contributes,
    i18n: { texts: pickTexts(root, source) },
    css,
    ...(owners && { owners }),
  };
}

function refuseFaults(folder: string, files: readonly string[], manifest: AreaManifest): void {
  const contents = new Map(files.map((file) => [file, readFileSync(path.join(folder, file))]));
  const faults = [
    ...findManifestFaults(manifest).map((fault) => `area.manifest.json: ${fault}`),
    ...findFaults({ manifest, files: contents, host: { api: hostApi, backendApi } }),
  ];
  if (faults.length === 0) return;
  rmSync(folder, { recursive: true });
  throw new CommandError(faults.join('\n'));
}
