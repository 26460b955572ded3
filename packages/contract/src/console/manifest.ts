import * as z from 'zod/mini';

/** What the build of an area says about itself: `area.manifest.json`, schema 1. The gateway reads it, no browser does. */
export const areaManifest = z.object({
  schema: z.literal(1),
  id: areaId(),
  /** First 10 hex digits of the SHA-256 over everything that went into the build. */
  buildId: buildId(),
  version: z.string(),
  builtAt: z.iso.datetime(),
  /** Name of the federation container. Every build has its own, so that two builds can live in one page. */
  container: z.string().check(z.regex(/^area_[a-z0-9_]+__[0-9a-f]{10}$/)),
  entry: assetRef(),
  /** What the first view needs beside the entry. */
  exposes: z.object({ './area': z.object({ js: z.array(assetRef()), css: z.array(assetRef()) }) }),
  /** What a page needs beside that, by its route: fetched ahead when somebody is about to open it. */
  pages: pages(),
  kit: kit(),
  compat: compat(),
  contributes: contributions(),
  i18n: z.object({
    /** The file with all texts of the area, per language. */
    files: z.record(language(), assetRef()),
    /** The texts of titles and menu entries, by key. Known before any code of the area loads. */
    texts: z.record(language(), z.record(z.string(), z.string())),
  }),
  /** Every stylesheet of the build, also those of later views. */
  css: z.array(assetRef()),
  /** Every file of the build but this one. Who publishes to a running gateway signs the manifest, and by it these. */
  files: z.optional(z.array(buildFile()).check(z.maxLength(500))),
  /** The commit that was built. */
  commit: z.optional(z.string().check(z.regex(/^[0-9a-f]{7,64}$/))),
  /** What the files weigh compressed by gzip, in bytes. */
  weights: z.optional(weights()),
  /** Whom to ask about the area. */
  owners: z.optional(owners()),
});
export type AreaManifest = z.output<typeof areaManifest>;

/** What an author writes in `src/area.manifest.ts`: pure data, no imports but types. */
export interface AreaSource extends Contributions {
  /** Whom to ask about the area: stands in its builds and on the page of areas. */
  owners?: AreaOwners;
  /** The file of a page by its route, from `src/` on: `{ '/log': 'usage-log/usage-log-page.tsx' }`. */
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
export type NavSection = NavContribution['section'];
export type RouteAccess = RouteContribution['access'];
export type RouteLayout = NonNullable<RouteContribution['layout']>;
export type FeatureFlag = NonNullable<NavContribution['flag']>;
export type Language = z.output<ReturnType<typeof language>>;

export function areaId() {
  return z.string().check(z.regex(/^[a-z][a-z0-9-]*$/));
}

export function buildId() {
  return z.string().check(z.regex(/^[0-9a-f]{10}$/));
}

export function hostApiRange() {
  return z.string().check(z.regex(/^\^\d+\.\d+$/));
}

export function language() {
  return z.enum(['zh', 'en']);
}

/** One file: where it is, the hash that the browser demands of it, and its size in bytes before compression. */
export function assetRef() {
  return z.object({
    url: z.string(),
    integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
    bytes: z.int().check(z.nonnegative()),
  });
}

/** A file by its path within the folder of the build. */
export function buildFile() {
  return z.object({ path: filePath(), integrity: assetRef().shape.integrity, bytes: assetRef().shape.bytes });
}

export function filePath() {
  return z.string().check(z.maxLength(190), z.regex(/^(?!.*\/\.)[\w-][\w./-]*$/));
}

function weights() {
  const bytes = z.int().check(z.nonnegative());
  return z.object({ entry: bytes, firstView: bytes, css: bytes });
}

/** What the build needs around it. What is not named was built before it was asked for. */
function compat() {
  return z.object({
    hostApi: hostApiRange(),
    /** Of the console API, as `hostApi`. */
    backendApi: z.optional(hostApiRange()),
    /** Versions of the shared modules that it was built with, by their names. */
    bom: z.optional(z.record(z.string(), z.string())),
  });
}

/** Files by route. */
export function pages() {
  return z.optional(z.record(z.string(), z.array(assetRef())));
}

/** By route: the parts of the shell's kit that its page imports and that not every page does, `data` and `form`. */
export function kit() {
  return z.optional(z.record(z.string(), z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))));
}

function owners() {
  const text = z.string().check(z.minLength(1), z.maxLength(200));
  return z.object({ team: text, contact: text });
}

/** Pages and menu entries as data: the sidebar, titles and rights work before and without the code of the area. */
export function contributions() {
  return z.object({
    routes: z.array(route()),
    nav: z.array(nav()),
    /** Places in its pages where other areas may show something. */
    provides: z.optional(z.array(versionedName())),
    /** What it shows in places of other areas. */
    extensions: z.optional(z.array(extension())),
    /** Addresses that others may lead to, by a name that stays when the address changes. */
    links: z.optional(z.record(linkId(), link())),
    /** Links of other areas that it leads to. */
    linksTo: z.optional(z.array(linkId())),
    events: z.optional(z.object({ emits: z.array(versionedName()), listens: z.array(versionedName()) })),
  });
}

/** `user.drawer/v1`: another version is another thing. */
function versionedName() {
  return z.string().check(z.regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+\/v[1-9]\d*$/));
}

/** `logs.usage`: the id of the area comes first. */
function linkId() {
  return z.string().check(z.regex(/^[a-z][a-z0-9-]*\.[a-z0-9-]+$/));
}

function link() {
  return z.object({
    /** One of the routes of the area; its `:name` parts are values that a link must have. */
    path: path(),
    /** Values that a link may have, told after the question mark. */
    query: z.optional(z.array(z.string().check(z.regex(/^\w+$/)))),
  });
}

function extension() {
  return z.object({
    point: versionedName(),
    /** Name among the `extensions` of the module that the area exposes. */
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
    /** Key of its heading in the texts of the area: it is said also where its code is dead. */
    title: z.string(),
    /** Position among others at the same point, in steps of 100. */
    order: z.int(),
    access: access(),
  });
}

function route() {
  return z.object({
    /** Absolute pattern: `/channel/edit/:id`; a final `/*` takes everything below. */
    path: path(),
    access: access(),
    /** Key of the document title in the texts of the area. */
    title: z.string(),
    /** `bare` hides the sidebar; `wide` gives up the content's padding. */
    layout: z.optional(z.enum(['default', 'wide', 'bare'])),
  });
}

function nav() {
  return z.object({
    id: z.string(),
    to: path(),
    /** Key of the label in the texts of the area. */
    label: z.string(),
    icon: z.string(),
    section: z.enum(['playground', 'chat', 'console', 'admin', 'personal']),
    /** Position within the section, in steps of 100. */
    order: z.int(),
    /** Shown only when this flag of the public status is on. */
    flag: z.optional(z.enum(['enable_data_export', 'enable_drawing', 'enable_task'])),
    access: access(),
  });
}

function path() {
  return z.string().check(z.regex(/^\/[\w\-/:*]*$/));
}

function access() {
  return z.enum(['public', 'user', 'admin', 'root']);
}
