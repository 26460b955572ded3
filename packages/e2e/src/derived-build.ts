import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaManifest, AssetRef } from '@tollgate/contract';

/** Differences of a derived build from its original. */
export interface Derived {
  buildId: string;
  /** Required host API. */
  hostApi?: string;
  /** Newer than its original. */
  newest?: boolean;
  /** Changes the code of the area module: the list of routes, texts and `setup`. */
  edit?(code: string): string;
}

/**
 * Adds a build to a console folder: the code of the newest build under another id, older than any, with
 * updated hashes. Returns its folder.
 */
export function deriveBuild(root: string, id: string, { buildId, hostApi, newest, edit }: Derived): string {
  const source = newestManifest(root, id);
  const folder = path.join(root, `mfe-${id}/dist`, buildId);
  cpSync(path.join(root, `mfe-${id}/dist`, source.buildId), folder, { recursive: true });
  // Chunks first, then the entry with their hashes, then the manifest with the entry's hash.
  const order = ['static/**/*.{js,css}', 'remoteEntry.*.js', MANIFEST];
  const replaced: [string, string][] = [[source.buildId, buildId]];
  for (const name of order.flatMap((pattern) => globSync(pattern, { cwd: folder }))) {
    const before = readFileSync(path.join(folder, name), 'utf8');
    const after = replaced.reduce((text, [from, to]) => text.replaceAll(from, to), before);
    const edited = edit && AREA_MODULE.test(name) ? edit(after) : after;
    replaced.push([hashOf(before), hashOf(edited)]);
    writeFileSync(path.join(folder, name), edited);
  }
  const manifest = readManifest(path.join(folder, MANIFEST));
  const compat = { ...manifest.compat, ...(hostApi && { hostApi }) };
  const derived = measured(folder, {
    ...manifest,
    compat,
    builtAt: newest ? '2999-01-01T00:00:00.000Z' : '2000-01-01T00:00:00.000Z',
  });
  writeFileSync(path.join(folder, MANIFEST), JSON.stringify(derived));
  return folder;
}

/** Makes the area throw when its code first runs. */
export function throwsAtImport(code: string): string {
  return replaceOnce(code, '.defineArea)({', '.defineArea)(null.area||{');
}

/** Makes every page of the area fail to render: React cannot show an object. */
export function throwsAtRender(code: string): string {
  const [before = '', after = ''] = replaceOnce(code, '.defineArea)({', '.defineArea)({\n').split('\n');
  return before + after.replaceAll('element:', 'element:{broken:1},was:');
}

export function readManifest(file: string): AreaManifest {
  return JSON.parse(readFileSync(file, 'utf8')) as AreaManifest;
}

/** @throws when the area is not built. */
export function newestManifest(root: string, id: string): AreaManifest {
  const [newest] = globSync(`mfe-${id}/dist/*/${MANIFEST}`, { cwd: root })
    .map((file) => readManifest(path.join(root, file)))
    .sort((a, b) => b.builtAt.localeCompare(a.builtAt));
  if (!newest) throw new Error(`${id} is not built. Run "npm run build" first.`);
  return newest;
}

/** Updates the sizes of the files. */
function measured(folder: string, manifest: AreaManifest): AreaManifest {
  const sizeOf = (file: string) => readFileSync(path.join(folder, file)).length;
  const base = `/assets/areas/${manifest.id}/${manifest.buildId}/`;
  const ref = (asset: AssetRef) => ({ ...asset, bytes: sizeOf(asset.url.slice(base.length)) });
  const { js, css } = manifest.exposes['./area'];
  const { files: texts } = manifest.i18n;
  return {
    ...manifest,
    entry: ref(manifest.entry),
    exposes: { './area': { js: js.map(ref), css: css.map(ref) } },
    css: manifest.css.map(ref),
    i18n: { ...manifest.i18n, ...(texts && { files: { zh: ref(texts.zh), en: ref(texts.en) } }) },
    ...(manifest.files && { files: manifest.files.map((file) => ({ ...file, bytes: sizeOf(file.path) })) }),
  };
}

function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2)
    throw new Error(`"${from}" is not in the code once: ${text.slice(0, 200)}`);
  return text.replace(from, () => to);
}

function hashOf(text: string): string {
  return createHash('sha384').update(text).digest('base64');
}

const MANIFEST = 'area.manifest.json';
const AREA_MODULE = /__federation_expose_area\.\w+\.js$/;
