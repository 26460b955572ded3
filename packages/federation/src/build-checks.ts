import type { AreaManifest, AssetRef, BuildFile, ResolvedArea } from '@tollgate/contract';
import { findIncompatibility, type HostFacts } from './compat.ts';
import { findCssReach } from './css-reach.ts';
import { findLooseEnds, findLosses, findOwnFaults } from './loose-ends.ts';
import { describeClashes } from './routes.ts';
import { findRefusedScripts, type ScriptTools } from './script-checks.ts';
import { isPrivateMap, servedType } from './served-types.ts';

/**
 * Kilobytes (1000 bytes) after gzip: the entry, what a page needs besides it (scripts and texts), all stylesheets,
 * and everything together, because a page may fetch more than its manifest lists.
 */
const BUDGET_KB = { entry: 18, page: 60, css: 20, build: 400 };
/** An isolated area brings its framework, and fetches all of its modules at once. */
const ISOLATED_BUDGET_KB = { ...BUDGET_KB, entry: 120, page: 120 };

export interface BuildCandidate {
  manifest: AreaManifest;
  /** The files of the build by path. */
  files: ReadonlyMap<string, Uint8Array>;
  host: HostFacts;
  /** The other areas as visitors get them. Absent when unknown: then no check against them runs. */
  others?: readonly ResolvedArea[];
}

/** What the platform computes: Node's, in the gateway and in the command of area teams. */
export interface BuildTools extends ScriptTools {
  /** `sha384-…`, as in the manifest. */
  integrity(content: Uint8Array): string;
  /** Bytes after gzip. */
  compressedSize(content: Uint8Array): number;
}

/** Returns why a build must not be published, each as `CODE what is wrong`. Empty when it may. */
export function findBuildFaults(candidate: BuildCandidate, tools: BuildTools): string[] {
  const { manifest } = candidate;
  return [
    ...identityFaults(manifest),
    ...fileFaults(candidate, tools),
    ...referenceFaults(manifest),
    ...pageFaults(manifest),
    ...hostFaults(candidate),
    ...styleFaults(candidate, tools),
    ...findRefusedScripts(candidate, tools),
    ...weightFaults(weighBuild(candidate, tools), manifest.contract === 2 ? ISOLATED_BUDGET_KB : BUDGET_KB),
    ...clashFaults(candidate),
    ...textFaults(manifest),
    ...findOwnFaults(manifest),
    ...neighbourFaults(candidate),
  ];
}

function identityFaults({ id, buildId, container, version, owners }: AreaManifest): string[] {
  const expected = `area_${id.replaceAll('-', '_')}__${buildId}`;
  return [
    ...(container === expected ? [] : [`CONTAINER ${container} must be ${expected}`]),
    ...(VERSION.test(version) ? [] : [`VERSION ${version} is no version like 1.2.3`]),
    ...(owners ? [] : ['OWNERS the manifest does not say whom to ask']),
  ];
}

const VERSION = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

function fileFaults(
  { manifest: { files: listed = [] }, files }: BuildCandidate,
  tools: BuildTools,
): string[] {
  const paths = new Set(listed.map((file) => file.path));
  const sent = listed.flatMap((file) => {
    const content = files.get(file.path);
    if (!content) return [`FILE_MISSING ${file.path}`];
    const isWhole = content.length === file.bytes && tools.integrity(content) === file.integrity;
    return isWhole ? [] : [`FILE_HASH ${file.path} is not what the manifest says`];
  });
  const others = [...files.keys()].filter((name) => !paths.has(name));
  const odd = [...paths].filter((name) => !servedType(name) && !isPrivateMap(name, paths));
  return [
    ...(listed.length === 0 ? ['FILES the manifest lists no files; build the area again'] : []),
    ...sent,
    ...others.map((name) => `FILE_UNLISTED ${name}`),
    ...odd.map((name) => `FILE_TYPE ${name} is of a kind that is not served to browsers`),
  ];
}

/** Checks that every file that a page loads lies in the folder of this build, under the listed hash. */
function referenceFaults(manifest: AreaManifest): string[] {
  const folder = folderOf(manifest);
  const listed = new Map((manifest.files ?? []).map((file) => [file.path, file]));
  return referencesOf(manifest).flatMap(({ url, integrity }) => {
    if (!url.startsWith(folder) || url.includes('..')) return [`ORIGIN ${url} does not begin with ${folder}`];
    const file: BuildFile | undefined = listed.get(url.slice(folder.length));
    return file?.integrity === integrity ? [] : [`REFERENCE ${url} is not a listed file with this hash`];
  });
}

function folderOf({ id, buildId }: AreaManifest): string {
  return `/assets/areas/${id}/${buildId}/`;
}

function referencesOf({ entry, exposes, pages = {}, i18n, css }: AreaManifest): AssetRef[] {
  const { js, css: firstCss } = exposes['./area'];
  const ofPages = Object.values(pages).flat();
  return [entry, ...js, ...firstCss, ...ofPages, ...Object.values(i18n.files ?? {}), ...css];
}

/** Without the files of its pages the console could neither prefetch nor weigh them. */
function pageFaults({ contributes: { routes }, pages = {} }: AreaManifest): string[] {
  return routes
    .filter(({ path }) => !Object.hasOwn(pages, path))
    .map(({ path }) => `PAGES the manifest does not list the files of ${path}`);
}

function hostFaults({ manifest, host }: BuildCandidate): string[] {
  const reason = findIncompatibility(manifest, host);
  return [
    ...(reason ? [`${reason.code} the build ${reason.detail}`] : []),
    ...(manifest.compat.bom || manifest.contract === 2
      ? []
      : ['BOM the manifest does not say which shared modules it was built with']),
  ];
}

/** Checks that what the build needs of other areas exists, and that what they need of it stays. */
function neighbourFaults({ manifest, others }: BuildCandidate): string[] {
  return others ? [...findLooseEnds(manifest, others), ...findLosses(manifest, others)] : [];
}

/** Every stylesheet among the files is checked: a script may attach any of them. */
function styleFaults({ manifest, files }: BuildCandidate, tools: BuildTools): string[] {
  return [...files]
    .filter(([name]) => name.endsWith('.css'))
    .flatMap(([name, content]) =>
      findCssReach(tools.text(content), manifest).map((fault) => `CSS ${name} ${fault}`),
    );
}

/** Bytes after gzip. */
export interface BuildWeights {
  entry: number;
  css: number;
  build: number;
  /** By route. */
  pages: Record<string, number>;
}

/** Weighs what browsers fetch. A page needs the first view, its own scripts, and the texts of one language. */
export function weighBuild(
  { manifest, files }: Pick<BuildCandidate, 'manifest' | 'files'>,
  { compressedSize }: Pick<BuildTools, 'compressedSize'>,
): BuildWeights {
  const folder = folderOf(manifest);
  // Source maps are for the team: no browser gets them.
  const served = [...files].filter(([name]) => servedType(name));
  const sizes = new Map(served.map(([name, content]) => [name, compressedSize(content)]));
  const sizeOf = ({ url }: AssetRef) => sizes.get(url.slice(folder.length)) ?? 0;
  const sum = (references: readonly AssetRef[]) => {
    const each = new Map(references.map((reference) => [reference.url, reference]));
    return [...each.values()].reduce((total, reference) => total + sizeOf(reference), 0);
  };
  const { entry, exposes, pages = {}, i18n, css } = manifest;
  const texts = Math.max(0, ...Object.values(i18n.files ?? {}).map(sizeOf));
  const first = [...(manifest.contract === 2 ? [entry] : []), ...exposes['./area'].js];
  const pageOf = (references: readonly AssetRef[]) =>
    texts + sum([...first, ...references].filter(({ url }) => url.endsWith('.js')));
  return {
    entry: sizeOf(entry),
    css: sum(css),
    build: [...sizes.values()].reduce((total, size) => total + size, 0),
    pages: Object.fromEntries(Object.entries(pages).map(([route, own]) => [route, pageOf(own)])),
  };
}

function weightFaults({ pages, ...parts }: BuildWeights, budget: typeof BUDGET_KB): string[] {
  const each: [string, number, number][] = [
    ...Object.entries(parts).map(([part, size]): [string, number, number] => [
      part,
      size,
      budget[part as keyof typeof parts],
    ]),
    ...Object.entries(pages).map(([route, size]): [string, number, number] => [route, size, budget.page]),
  ];
  return each
    .filter(([, size, limit]) => size > limit * 1000)
    .map(
      ([part, size, limit]) => `BUDGET ${part} weighs ${(size / 1000).toFixed(1)} kB, allowed are ${limit}`,
    );
}

function clashFaults({ manifest: { id, contributes }, others = [] }: BuildCandidate): string[] {
  const areas = others.filter((area) => area.id !== id);
  const owners = areas.map((area) => ({ name: `the area ${area.id}`, routes: area.contributes.routes }));
  const nav = contributes.nav.flatMap((entry, index) => {
    const owner = areas.find((area) => area.contributes.nav.some((other) => other.id === entry.id));
    if (owner) return [`NAV the menu entry ${entry.id} belongs to the area ${owner.id}`];
    const isTwice = contributes.nav.slice(0, index).some((own) => own.id === entry.id);
    return isTwice ? [`NAV the menu entry ${entry.id} is there twice`] : [];
  });
  return [...describeClashes(contributes.routes, owners).map((clash) => `ROUTE ${clash}`), ...nav];
}

function textFaults({ contributes: { routes, nav, extensions = [] }, i18n }: AreaManifest): string[] {
  const titles = [...routes, ...extensions].map(({ title }) => title);
  const descriptions = routes.flatMap(({ description = [] }) => description);
  const keys = new Set([...titles, ...descriptions, ...nav.map((entry) => entry.label)]);
  return Object.entries(i18n.texts).flatMap(([language, texts]) =>
    [...keys].filter((key) => !texts[key]).map((key) => `TEXT ${key} has no text in ${language}`),
  );
}
