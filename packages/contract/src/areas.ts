import * as z from 'zod/mini';
import { areaId, buildId, chosenBy } from './console/index.ts';
import { retiredAddress } from './console/registry.ts';
import { areaEvent, buildHealth } from './console/telemetry.ts';
import { endpoint } from './endpoint.ts';
import { queryInteger, rowId, unixSeconds } from './field-schemas.ts';
import { publishKey } from './publishers.ts';

const id = areaId().check(z.maxLength(64));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
/** Empty means the whole area. */
const buildOrAll = z._default(z.union([z.literal(''), buildId()]), '');

export const publishBuild = endpoint({
  address: 'POST /api/console/areas/:id/builds',
  summary:
    'Stores a signed build of an area for good. No user gets it before a channel names it. A build whose key was revoked may be published again, unchanged and with another key. A build that is refused answers 422 with every reason, one a line.',
  access: 'public',
  bearer: 'token',
  input: z.object({
    id,
    /** A publish token of this area. */
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    /** `area.manifest.json`, byte for byte as signed. */
    manifest: z.string().check(z.maxLength(200_000)),
    /** Ed25519 signature over the bytes of the manifest, in base64. */
    signature: z.string().check(z.maxLength(100)),
    /** Every file that the manifest lists, gzip-compressed and base64-encoded. */
    files: z
      .array(z.object({ path: z.string().check(z.maxLength(200)), content: z.string() }))
      .check(z.maxLength(500)),
  }),
  output: z.object({ build_id: z.string(), version: z.string(), files: z.int(), bytes: z.int() }),
});

const listedBuild = z.object({
  build_id: z.string(),
  version: z.string(),
  built_at: z.string(),
  commit: z.string(),
  /** Who made the commit; empty when unknown. */
  author: z.string(),
  /** What the release is about; empty without a note. */
  note: z.string(),
  /** `bundled`: came with the gateway. */
  source: z.enum(['bundled', 'published']),
  /** 0 for bundled builds. */
  published_at: unixSeconds,
  /** The key that signed it; null for bundled builds. */
  publish_key: z.nullable(publishKey),
  host_api: z.string(),
  fits: z.boolean(),
  /** Why it cannot run on this host; empty when it can. */
  unfit: z.string(),
  /** Why it must never run; empty when it is not revoked. */
  revoked: z.string(),
  /** Over the last 24 hours. */
  health: buildHealth,
});

const percent = z.number().check(z.minimum(0), z.maximum(100));

/** How the share of a canary grows automatically while the build is healthy. */
const plan = z.object({
  /** Percent of the users, strictly increasing. After 100 the build becomes the stable one. */
  steps: z.array(z.number().check(z.positive(), z.maximum(100))).check(
    z.minLength(1),
    z.maxLength(10),
    z.refine((steps) => steps.every((step, index) => step > (steps[index - 1] ?? 0)), {
      message: 'each step must be more than the one before',
    }),
  ),
  /** Minimum length of a step. A step lasts longer until 50 loads have shown how healthy the build is. */
  minutes: z.int().check(z.minimum(1), z.maximum(10_080)),
});

const listedArea = z.object({
  id: z.string(),
  /** Contact for the newest build; fields are empty when the build names none. */
  owners: z.object({ team: z.string(), contact: z.string() }),
  /** What users get who are neither named for nor drawn into another audience. */
  everybody: z.object({
    /** `unreleased`: only a canary or a pin gives it to anybody. */
    state: z.enum(['on', 'off', 'incompatible', 'unreleased']),
    build_id: z.string(),
    why: chosenBy(),
    reason: z.string(),
  }),
  /** What it needs from other areas and is missing, one sentence each. */
  loose_ends: z.array(z.string()),
  /** Empty: the newest bundled build. */
  stable: z.string(),
  /** Earlier stable builds, latest first: the targets of a rollback. */
  history: z.array(z.string()),
  canary: z.nullable(
    z.object({
      build_id: z.string(),
      percent: z.number(),
      roles: z.array(z.int()),
      users: z.array(z.int()),
      /** Why the guard withdrew it; empty while it is being served. */
      frozen: z.string(),
      verdict: z.enum(['waiting', 'ok', 'bad', 'frozen']),
      /** Null when it grows by hand. `next_at`: the earliest time of the next step; 0 when there is none. */
      plan: z.nullable(z.extend(plan, { next_at: unixSeconds })),
    }),
  ),
  approval: z.object({
    /** A promotion needs another person. */
    needed: z.boolean(),
    /** The promotion that waits for one. `user_id` 0: of a deploy token. */
    request: z.nullable(
      z.object({ build_id: z.string(), user_id: z.int(), username: z.string(), requested_at: unixSeconds }),
    ),
  }),
  /** Why the whole area is switched off; empty while it is on. */
  killed: z.string(),
  /** Null while it is part of the console. */
  retired: z.nullable(
    z.object({
      reason: z.string(),
      addresses: z.array(retiredAddress()),
      /** Its builds are deleted then. */
      ends_at: unixSeconds,
    }),
  ),
  pins: z.array(
    z.object({ user_id: z.int(), build_id: z.string(), expires_at: unixSeconds, reason: z.string() }),
  ),
  builds: z.array(listedBuild),
  /** Failures and crashes of all its builds in each of the last 24 hours, the oldest first. */
  trouble: z._default(z.array(z.int()), []),
});

export const listAreas = endpoint({
  address: 'GET /api/console/areas',
  summary: 'Every area with its builds, channels, pins and health. With a right for some areas: these.',
  access: 'admin',
  areaRight: 'watch',
  input: z.object({}),
  output: z.array(listedArea),
});

export const resolveAreas = endpoint({
  address: 'GET /api/console/areas/resolution',
  summary: 'Which build of each area a user gets, and why. Without `user_id`: a visitor.',
  access: 'root',
  input: z.object({ user_id: queryInteger }),
  output: z.array(z.object({ id: z.string(), ...listedArea.shape.everybody.shape })),
});

export const promoteBuild = endpoint({
  address: 'PUT /api/console/areas/:id/channels/stable',
  summary:
    'Gives a build to everybody. Where it was the canary, the canary ends. A build whose publish key was revoked is refused. Where promotions need another person, it waits until a second one promotes the same build.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id, build_id: buildId() }),
  output: z.object({ state: z.enum(['stable', 'waiting']) }),
});

export const setCanary = endpoint({
  address: 'PUT /api/console/areas/:id/channels/canary',
  summary:
    'Gives a build to a share of the users, the same ones as long as it lasts, and to named roles and users. More than 25 percent need a build that proved itself. With a plan the share begins with its first step and grows by itself.',
  access: 'root',
  areaRight: 'release',
  input: z.object({
    id,
    build_id: buildId(),
    /** Ignored when there is a plan. */
    percent: z._default(percent, 0),
    plan: z.optional(plan),
    roles: z._default(z.array(z.int()).check(z.maxLength(10)), []),
    users: z._default(z.array(z.int()).check(z.maxLength(100)), []),
  }),
  output: z.undefined(),
});

export const endCanary = endpoint({
  address: 'DELETE /api/console/areas/:id/channels/canary',
  summary: 'Ends the canary: everybody gets the stable build.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id }),
  output: z.undefined(),
});

export const rollBackArea = endpoint({
  address: 'POST /api/console/areas/:id/rollback',
  summary:
    'Makes the stable build before this one stable again, and ends the canary. Builds that were switched off or whose publish key was revoked are passed over. Answers its id, empty for the bundled one.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id, reason: z._default(reason, 'rollback') }),
  output: z.string(),
});

export const killArea = endpoint({
  address: 'POST /api/console/areas/:id/kill',
  summary:
    'Switches a build off for good wherever it runs, or the whole area. Its files are no longer served.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id, build_id: buildOrAll, reason }),
  output: z.undefined(),
});

export const reviveArea = endpoint({
  address: 'POST /api/console/areas/:id/revive',
  summary: 'Takes back that a build or an area was switched off.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id, build_id: buildOrAll, reason }),
  output: z.undefined(),
});

export const pinBuild = endpoint({
  address: 'PUT /api/console/areas/:id/pins/:user_id',
  summary: 'Gives one user a certain build, for 7 days at most.',
  access: 'root',
  input: z.object({
    id,
    user_id: rowId,
    build_id: buildId(),
    hours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 24),
    reason,
  }),
  output: z.undefined(),
});

export const unpinBuild = endpoint({
  address: 'DELETE /api/console/areas/:id/pins/:user_id',
  summary: 'Ends a pin before its time.',
  access: 'root',
  input: z.object({ id, user_id: rowId }),
  output: z.undefined(),
});

export const reportAreaEvents = endpoint({
  address: 'POST /api/console/telemetry',
  summary:
    'How areas did in this page. Counts are kept, and faults by their place in the build. Reports of visitors count for builds that everybody gets.',
  access: 'maybe-user',
  onDemoSite: true,
  input: z.object({
    schema: z.literal(1),
    events: z.array(areaEvent).check(z.minLength(1), z.maxLength(50)),
  }),
  output: z.undefined(),
});
