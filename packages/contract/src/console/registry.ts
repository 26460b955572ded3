import * as z from 'zod/mini';
import { areaId, assetRef, buildId, contributions, kit, language, pages } from './manifest.ts';

/** Which build of which area this user gets, decided by the gateway and inlined in the page. Schema 1. */
export const registrySnapshot = z.object({
  schema: z.literal(1),
  /** Changes when anything in the snapshot does; also the ETag of the endpoint. */
  rev: z.string(),
  host: z.object({ version: z.string(), api: z.string() }),
  areas: z.array(resolvedArea()),
  /** The gateway tells this page of news at `/api/console/events`, and wants to know how areas load. */
  live: z.optional(z.boolean()),
  /** Of this session alone, and only where it may. */
  overrides: z.optional(z.array(areaOverride())),
});
export type AreaOverride = z.output<ReturnType<typeof areaOverride>>;
export type RegistrySnapshot = z.output<typeof registrySnapshot>;

export type ResolvedArea = z.output<ReturnType<typeof resolvedArea>>;
export type BuildRef = z.output<ReturnType<typeof buildRef>>;
export type AreaState = ResolvedArea['state'];
export type ChosenBy = ResolvedArea['why'];
export type AreaReason = NonNullable<ResolvedArea['reason']>;

/** An area that comes from a development server on the machine of the browser. */
function areaOverride() {
  return z.object({
    id: areaId(),
    /** `http://127.0.0.1:3104` */
    origin: z.string(),
    /** Unix seconds. */
    until: z.int(),
  });
}

/** An area as resolved for one user. Its pages and menu entries are here whatever its state. */
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
    texts: z.record(language(), z.record(z.string(), z.string())),
  });
}

function reasonCode() {
  return z.enum(['KILLED', 'HOST_API', 'BACKEND_API', 'BOM', 'NO_BUILD']);
}

/**
 * `cohort`: a canary that this user or role was named for; `canary`: one of the percent. `newest`: what the channel says
 * cannot run here, and this is the newest that can.
 */
export function chosenBy() {
  return z.enum(['stable', 'canary', 'cohort', 'pin', 'newest', 'dev']);
}

/** One build: everything a browser needs to load it. */
function buildRef() {
  return z.object({
    buildId: buildId(),
    version: z.string(),
    container: z.string(),
    entry: assetRef(),
    /** Scripts and stylesheets of the first view. */
    preload: z.array(assetRef()),
    /** Besides, what each page needs, by its route. */
    pages: pages(),
    kit: kit(),
    i18n: z.record(language(), assetRef()),
  });
}
