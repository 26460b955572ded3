import { createHash } from 'node:crypto';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AreaManifest, AssetRef, BuildFile, ResolvedArea } from '@tollgate/contract';
import {
  findClash,
  findCssReach,
  findIncompatibility,
  findLooseEnds,
  findLosses,
  findOwnFaults,
  type HostFacts,
} from '@tollgate/federation';
import { servedTypes } from '../../console/served-types.ts';

/** Kilobytes (1000 bytes) after gzip: the limits that the product's own areas have. */
const BUDGET_KB = { entry: 18, firstView: 60, css: 20 };

export interface Candidate {
  manifest: AreaManifest;
  /** The uploaded files by path. */
  files: ReadonlyMap<string, Buffer>;
  host: HostFacts;
  /** The other areas as visitors get them. Absent when unknown: then no check against them runs. */
  others?: readonly ResolvedArea[];
}

/** Returns why a build must not be published, each as `CODE what is wrong`. Empty when it may. */
export function findFaults(candidate: Candidate): string[] {
  return [
    ...identityFaults(candidate.manifest),
    ...fileFaults(candidate),
    ...referenceFaults(candidate.manifest),
    ...hostFaults(candidate),
    ...styleFaults(candidate),
    ...weightFaults(candidate),
    ...clashFaults(candidate),
    ...textFaults(candidate.manifest),
    ...findOwnFaults(candidate.manifest),
    ...neighbourFaults(candidate),
  ];
}

function identityFaults({ id, buildId, container }: AreaManifest): string[] {
  const expected = `area_${id.replaceAll('-', '_')}__${buildId}`;
  return container === expected ? [] : [`CONTAINER ${container} must be ${expected}`];
}

function fileFaults({ manifest: { files: listed = [] }, files }: Candidate): string[] {
  const paths = new Set(listed.map((file) => file.path));
  const sent = listed.flatMap((file) => {
    const content = files.get(file.path);
    if (!content) return [`FILE_MISSING ${file.path}`];
    const isWhole = content.length === file.bytes && integrityOf(content) === file.integrity;
    return isWhole ? [] : [`FILE_HASH ${file.path} is not what the manifest says`];
  });
  const others = [...files.keys()].filter((name) => !paths.has(name));
  const odd = [...paths].filter((name) => !Object.hasOwn(servedTypes, path.extname(name)));
  return [
    ...(listed.length === 0 ? ['FILES the manifest lists no files; build the area again'] : []),
    ...sent,
    ...others.map((name) => `FILE_UNLISTED ${name}`),
    ...odd.map((name) => `FILE_TYPE ${name} is of a kind that is not served to browsers`),
  ];
}

/** Checks that every file that a page loads lies in the folder of this build, under the listed hash. */
function referenceFaults(manifest: AreaManifest): string[] {
  const folder = `/assets/areas/${manifest.id}/${manifest.buildId}/`;
  const listed = new Map((manifest.files ?? []).map((file) => [file.path, file]));
  return referencesOf(manifest).flatMap(({ url, integrity }) => {
    if (!url.startsWith(folder) || url.includes('..')) return [`ORIGIN ${url} does not begin with ${folder}`];
    const file: BuildFile | undefined = listed.get(url.slice(folder.length));
    return file?.integrity === integrity ? [] : [`REFERENCE ${url} is not a listed file with this hash`];
  });
}

function referencesOf({ entry, exposes, pages = {}, i18n, css }: AreaManifest): AssetRef[] {
  const { js, css: firstCss } = exposes['./area'];
  const ofPages = Object.values(pages).flat();
  return [entry, ...js, ...firstCss, ...ofPages, ...Object.values(i18n.files), ...css];
}

function hostFaults({ manifest, host }: Candidate): string[] {
  const reason = findIncompatibility(manifest, host);
  return reason ? [`${reason.code} the build ${reason.detail}`] : [];
}

/** Checks that what the build needs of other areas exists, and that what they need of it stays. */
function neighbourFaults({ manifest, others }: Candidate): string[] {
  return others ? [...findLooseEnds(manifest, others), ...findLosses(manifest, others)] : [];
}

/** Every stylesheet among the files is checked: a script may attach any of them. */
function styleFaults({ manifest, files }: Candidate): string[] {
  return [...files]
    .filter(([name]) => name.endsWith('.css'))
    .flatMap(([name, content]) =>
      findCssReach(content.toString(), manifest).map((fault) => `CSS ${name} ${fault}`),
    );
}

function weightFaults({ manifest, files }: Candidate): string[] {
  const folder = `/assets/areas/${manifest.id}/${manifest.buildId}/`;
  const sumBytes = (references: readonly AssetRef[]) =>
    references.reduce((sum, { url }) => {
      const content = files.get(url.slice(folder.length));
      return sum + (content ? gzipSync(content).length : 0);
    }, 0);
  const weights = {
    entry: sumBytes([manifest.entry]),
    firstView: sumBytes(manifest.exposes['./area'].js),
    css: sumBytes(manifest.css),
  };
  return Object.entries(BUDGET_KB)
    .filter(([part, limit]) => weights[part as keyof typeof weights] > limit * 1000)
    .map(([part, limit]) => {
      const actual = weights[part as keyof typeof weights] / 1000;
      return `BUDGET ${part} weighs ${actual.toFixed(1)} kB, allowed are ${limit}`;
    });
}

function clashFaults({ manifest: { id, contributes }, others = [] }: Candidate): string[] {
  const areas = others.filter((area) => area.id !== id);
  const taken = areas.flatMap((area) => area.contributes.routes.map((route) => route.path));
  const routes = contributes.routes.filter((route, index) =>
    findClash([...taken, ...contributes.routes.slice(0, index).map((own) => own.path)], [route]),
  );
  const entries = areas.flatMap((area) => area.contributes.nav.map((entry) => entry.id));
  const nav = contributes.nav.filter(
    (entry, index) =>
      entries.includes(entry.id) || contributes.nav.slice(0, index).some((own) => own.id === entry.id),
  );
  return [
    ...routes.map(({ path: route }) => `ROUTE ${route} is taken already`),
    ...nav.map((entry) => `NAV the menu entry ${entry.id} is taken already`),
  ];
}

function textFaults({ contributes: { routes, nav, extensions = [] }, i18n }: AreaManifest): string[] {
  const titles = [...routes, ...extensions].map(({ title }) => title);
  const keys = new Set([...titles, ...nav.map((entry) => entry.label)]);
  return Object.entries(i18n.texts).flatMap(([language, texts]) =>
    [...keys].filter((key) => !texts[key]).map((key) => `TEXT ${key} has no text in ${language}`),
  );
}

function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
