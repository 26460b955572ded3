import * as z from 'zod/mini';
import { type FirstLanguage, firstLanguages, inEachLanguage, type LaterLanguage } from '../languages.ts';
import type { NavIcon } from './nav-icons.ts';
import { navSections } from './nav-sections.ts';

/** The manifest of an area's build: `area.manifest.json`, schema 1. Only the gateway reads it, never a browser. */
export const areaManifest = z.object({
  schema: z.literal(1),
  id: areaId(),
  /** First 10 hex digits of the SHA-256 over all build inputs. */
  buildId: buildId(),
  version: z.string(),
  builtAt: z.iso.datetime(),
  contract: contract(),
  /** Name of the federation container. It is unique per build, so that two builds can run in one page. */
  container: z.string().check(z.regex(/^area_[a-z0-9_]+__[0-9a-f]{10}$/)),
  entry: assetRef(),
  /** Assets of the first view, in addition to the entry. */
  exposes: z.object({ './area': z.object({ js: z.array(assetRef()), css: z.array(assetRef()) }) }),
  /** Further assets of each page, by route. The shell prefetches them when a user is about to open the page. */
  pages: pages(),
  kit: kit(),
  compat: compat(),
  contributes: contributions(),
  i18n: z.object({
    /** The file with all texts of the area, by language. Absent in builds of contract 2, which hold their own texts. */
    files: z.optional(perLanguage(assetRef())),
    /** Texts of titles and menu entries, by key. Available before the area's code loads. */
    texts: perLanguage(z.record(z.string(), z.string())),
  }),
  /** Every stylesheet of the build, including those of later views. */
  css: z.array(assetRef()),
  /** Every file of the build except this one. The publisher's signature of the manifest covers them. */
  files: z.optional(z.array(buildFile()).check(z.maxLength(500))),
  /** The commit that was built. */
  commit: z.optional(z.string().check(z.regex(/^[0-9a-f]{7,64}$/))),
  /** Who made that commit, for the page of areas. */
  author: z.optional(z.string().check(z.maxLength(100))),
  /** Gzip-compressed sizes of the files, in bytes. */
  weights: z.optional(weights()),
  /** Contact for the area. */
  owners: z.optional(owners()),
});
export type AreaManifest = z.output<typeof areaManifest>;

/** What an author writes in `src/area.manifest.ts`: pure data, no imports except types. */
export interface AreaSource extends Contributions {
  nav: (NavContribution & { icon: NavIcon })[];
  /** Contact for the area: included in its builds and shown on the page of areas. */
  owners?: AreaOwners;
  /** The file of each page by route, relative to `src/`: `{ '/log': 'usage-log/usage-log-page.tsx' }`. */
  pages?: Record<string, string>;
}

export type AreaOwners = z.output<ReturnType<typeof owners>>;
export type ExtensionContribution = NonNullable<Contributions['extensions']>[number];
export type LinkSpec = NonNullable<Contributions['links']>[string];
export type BuildFile = z.output<ReturnType<typeof buildFile>>;
export type AssetRef = z.output<ReturnType<typeof assetRef>>;
export type Contributions = z.output<ReturnType<typeof contributions>>;
export type RouteContribution = Contributions['routes'][number];
export type NavContribution = Contributions['nav'][number];
/** A section of the console, or the name of one that an area adds. */
export type NavSection = NavContribution['section'];
export type SectionContribution = NonNullable<Contributions['sections']>[number];
export type RouteAccess = RouteContribution['access'];
export type RouteLayout = NonNullable<RouteContribution['layout']>;
export type FeatureFlag = NonNullable<NavContribution['flag']>;

/** The name of an area in addresses, files and class names: `admin-channels`. */
export function areaId() {
  return z.string().check(z.regex(/^[a-z][a-z0-9-]*$/));
}

/** The first ten hexadecimal digits of the SHA-256 of a build's files. */
export function buildId() {
  return z.string().check(z.regex(/^[0-9a-f]{10}$/));
}

export function hostApiRange() {
  return z.string().check(z.regex(/^\^\d+\.\d+$/));
}

/** What builds have in each language: later languages are optional, because earlier builds lack them. */
export function perLanguage<Value extends z.ZodMiniType>(value: Value) {
  type Shape = Record<FirstLanguage, Value> & Record<LaterLanguage, z.ZodMiniOptional<Value>>;
  const first: readonly string[] = firstLanguages;
  const shape = inEachLanguage((language) => (first.includes(language) ? value : z.optional(value)));
  return z.object(shape as Shape);
}

/**
 * What the entry is. Absent: a federation container with an area of React elements. 2: an ES module that exports
 * `mount` and `unmount`, of any framework.
 */
export function contract() {
  return z.optional(z.literal(2));
}

/** One file: its path, its integrity hash, and its size in bytes before compression. */
export function assetRef() {
  return z.object({
    url: z.string(),
    integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
    bytes: z.int().check(z.nonnegative()),
  });
}

/** A file by its path within the build folder. */
export function buildFile() {
  return z.object({ path: filePath(), integrity: assetRef().shape.integrity, bytes: assetRef().shape.bytes });
}

export function filePath() {
  return z.string().check(z.maxLength(190), z.regex(/^(?!.*\/\.)[\w-][\w./-]*$/));
}

function weights() {
  const bytes = z.int().check(z.nonnegative());
  return z.object({
    entry: bytes,
    /** The heaviest page: its scripts and texts. */
    firstView: bytes,
    css: bytes,
    /** Everything. Older builds lack it. */
    build: z.optional(bytes),
  });
}

/** What the build requires of its host. Fields are optional because older builds lack them. */
function compat() {
  return z.object({
    hostApi: hostApiRange(),
    /** Range of the console API, in the format of `hostApi`. */
    backendApi: z.optional(hostApiRange()),
    /** Versions of the shared modules that it was built with, by module name. */
    bom: z.optional(z.record(z.string(), z.string())),
  });
}

/** Files by route. */
export function pages() {
  return z.optional(z.record(z.string(), z.array(assetRef())));
}

/** By route: the optional parts of the shell's kit that the page imports, `data` and `form`. */
export function kit() {
  return z.optional(z.record(z.string(), z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))));
}

function owners() {
  const text = z.string().check(z.minLength(1), z.maxLength(200));
  return z.object({ team: text, contact: text });
}

/** Pages and menu entries as data: sidebar, titles and rights work before and without the area's code. */
export function contributions() {
  return z.object({
    routes: z.array(route()),
    nav: z.array(nav()),
    /** Menu sections that it adds. Entries of any area may be in them. */
    sections: z.optional(z.array(section())),
    /** Extension points in its pages for other areas. */
    provides: z.optional(z.array(versionedName())),
    /** What it shows at extension points of other areas. */
    extensions: z.optional(z.array(extension())),
    /** Link targets for other areas, by a name that stays the same when the address changes. */
    links: z.optional(z.record(linkId(), linkSpec())),
    /** Links of other areas that it uses. */
    linksTo: z.optional(z.array(linkId())),
    events: z.optional(z.object({ emits: z.array(versionedName()), listens: z.array(versionedName()) })),
  });
}

/** `user.drawer/v1`: each version is a separate name. */
function versionedName() {
  return z.string().check(z.regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+\/v[1-9]\d*$/));
}

/** `logs.usage`: starts with the area's id. */
function linkId() {
  return z.string().check(z.regex(/^[a-z][a-z0-9-]*\.[a-z0-9-]+$/));
}

/** A page that other areas may lead to. */
export function linkSpec() {
  return z.object({
    /** One of the area's routes; its `:name` parts are required values of the link. */
    path: path(),
    /** Optional values of the link, sent as query parameters. */
    query: z.optional(z.array(z.string().check(z.regex(/^\w+$/)))),
  });
}

function extension() {
  return z.object({
    point: versionedName(),
    /** Name in the `extensions` of the module that the area exposes. */
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
    /** Key of its heading in the area's texts. The heading is shown even when the code fails. */
    title: z.string(),
    /** Position among others at the same point, in steps of 100. */
    order: z.int(),
    access: access(),
    /** What of the point it is for: at `shell.badge/v1` an entry of the menu, `<area>.<entry>`. */
    target: z.optional(linkId()),
  });
}

function section() {
  return z.object({
    /** Begins with the area's id: `user.money`. */
    id: linkId(),
    /** Key of its heading in the area's texts. */
    title: z.string(),
    /** Position among all sections. Those of the console are at 100 (playground) to 500 (personal), in steps of 100. */
    order: z.int(),
    access: access(),
  });
}

function route() {
  return z.object({
    /** Absolute pattern: `/channel/edit/:id`; a final `/*` matches everything below. */
    path: path(),
    access: access(),
    /** Key of the document title in the area's texts. */
    title: z.string(),
    /** Key of the line below its heading. The shell shows both until the page is there. */
    description: z.optional(z.string()),
    /** `bare` hides the sidebar; `wide` removes the content's padding. */
    layout: z.optional(z.enum(['default', 'wide', 'bare'])),
  });
}

function nav() {
  return z.object({
    id: z.string(),
    to: path(),
    /** Key of the label in the area's texts. */
    label: z.string(),
    icon: z.string(),
    /** Of the console, or one that an area adds: `user.money`. */
    section: z.union([z.enum(navSections), linkId()]),
    /** Position within the section, in steps of 100. */
    order: z.int(),
    /** Shown only when this flag of the public status is on. */
    flag: z.optional(z.enum(['enable_data_export', 'enable_drawing', 'enable_task'])),
    access: access(),
  });
}

/** A route, or the address of a menu entry. */
export function path() {
  return z.string().check(z.regex(/^\/[\w\-/:*]*$/));
}

function access() {
  return z.enum(['public', 'user', 'admin', 'root']);
}
