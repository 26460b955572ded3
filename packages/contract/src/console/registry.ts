import * as z from 'zod/mini';
import {
  areaId,
  assetRef,
  buildId,
  contract,
  contributions,
  kit,
  pages,
  path,
  perLanguage,
} from './manifest.ts';

/** Which build of which area this user gets. The gateway decides it and inlines it in the page. Schema 1. */
export const registrySnapshot = z.object({
  schema: z.literal(1),
  /** Changes with any part of the snapshot; also the ETag of the endpoint. */
  rev: z.string(),
  host: z.object({ version: z.string(), api: z.string() }),
  areas: z.array(resolvedArea()),
  /** Addresses of retired areas. A page of an area at the same address comes first. */
  retired: z.optional(z.array(retiredAddress())),
  /** The gateway sends this page events at `/api/console/events` and accepts its area load reports. */
  live: z.optional(z.boolean()),
  /** The origin that also serves the files of builds that are `mirrored`. */
  mirror: z.optional(z.string()),
  /** Overrides of this session, where they are allowed. */
  overrides: z.optional(z.array(areaOverride())),
});
export type AreaOverride = z.output<ReturnType<typeof areaOverride>>;
export type RegistrySnapshot = z.output<typeof registrySnapshot>;

export type RetiredAddress = z.output<ReturnType<typeof retiredAddress>>;

export type ResolvedArea = z.output<ReturnType<typeof resolvedArea>>;
export type BuildRef = z.output<ReturnType<typeof buildRef>>;
export type AreaState = ResolvedArea['state'];
export type ChosenBy = ResolvedArea['why'];
export type AreaReason = NonNullable<ResolvedArea['reason']>;

/** An address that an area had, and where it leads now. */
export function retiredAddress() {
  return z.object({
    path: path(),
    /** Its `:name` parts are those of `path`. Empty: the page is gone. */
    to: z.union([z.literal(''), consolePath()]),
  });
}

/** A page of the console. `//host/page` would be another site. */
export function consolePath() {
  return z.string().check(z.maxLength(190), z.regex(/^\/(?!\/)[\w\-/:]*$/));
}

/** An area served by a development server on the browser's machine. */
function areaOverride() {
  return z.object({
    id: areaId(),
    /** `http://127.0.0.1:3104` */
    origin: z.string(),
    /** Unix seconds. */
    until: z.int(),
  });
}

/** An area as resolved for one user. It includes pages and menu entries in every state. */
function resolvedArea() {
  return z.object({
    id: areaId(),
    /** First segments of its routes: `/token`, `/topup`. */
    mounts: z.array(z.string()),
    state: z.enum(['on', 'off', 'incompatible']),
    reason: z.optional(z.object({ code: reasonCode(), detail: z.string() })),
    /** The build to show; null when the area is off or no build fits this host. */
    active: z.nullable(buildRef()),
    /** Earlier builds to fall back to, newest first, two at most. */
    fallbacks: z.array(buildRef()),
    /** Builds that must never run, not even as the last known good one. */
    revoked: z.array(buildId()),
    /** Why this build was chosen. */
    why: chosenBy(),
    contributes: contributions(),
    texts: perLanguage(z.record(z.string(), z.string())),
    /** In a page only: its fallbacks and most of its files are in `/api/console/registry` alone. */
    abridged: z.optional(z.literal(true)),
  });
}

function reasonCode() {
  return z.enum(['KILLED', 'HOST_API', 'BACKEND_API', 'BOM', 'NO_BUILD']);
}

/**
 * `preview`: this user opened a preview of it. `cohort`: a canary that names this user or role; `canary`: a canary that drew this user by its percentage.
 * `newest`: the build of the release channel cannot run here, and this is the newest one that can.
 */
export function chosenBy() {
  return z.enum(['stable', 'canary', 'cohort', 'pin', 'preview', 'newest', 'dev']);
}

/** One build: everything a browser needs to load it. */
function buildRef() {
  return z.object({
    buildId: buildId(),
    version: z.string(),
    contract: contract(),
    container: z.string(),
    entry: assetRef(),
    /** Scripts and stylesheets of the first view. */
    preload: z.array(assetRef()),
    /** Further assets of each page, by route. */
    pages: pages(),
    kit: kit(),
    i18n: z.optional(perLanguage(assetRef())),
    /** Its files are to be fetched from the mirror, and from here when that fails. */
    mirrored: z.optional(z.literal(true)),
  });
}
