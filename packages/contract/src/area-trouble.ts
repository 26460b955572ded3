import * as z from 'zod/mini';
import { areaId, buildId, vitalNames } from './console/index.ts';
import { endpoint } from './endpoint.ts';
import { queryInteger, unixSeconds } from './field-schemas.ts';

const id = areaId().check(z.maxLength(64));

/** How far back the counters of areas reach, in hours: 30 days. */
export const MAX_TROUBLE_HOURS = 720;

export const faultKinds = ['crash', 'csp', 'text'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Faults of the same kind at the same place in one build. */
const areaFault = z.object({
  build_id: z.string(),
  fingerprint: z.string(),
  kind: z.enum(faultKinds),
  /** The class of the error, the directive of the policy, or the key of the text. */
  name: z.string(),
  /** What the browser says about the code, what was blocked, or the language. May be empty. */
  detail: z.string(),
  /** The pattern of the route, if known. */
  route: z.string(),
  /**
   * Top first: `src/log.tsx:12:5`, or `Row (src/log.tsx:12:5)` with the function. In the sources where the build was
   * published with source maps, else in its files.
   */
  stack: z.array(z.string()),
  /** The stack is of the sources. */
  is_mapped: z.boolean(),
  count: z.int(),
  first_at: unixSeconds,
  last_at: unixSeconds,
});
export type AreaFault = z.output<typeof areaFault>;

const troublePoint = z.object({
  /** Start of the span of time. */
  at: unixSeconds,
  build_id: z.string(),
  loads: z.int(),
  failures: z.int(),
  crashes: z.int(),
  p50_ms: z.nullable(z.int()),
  p95_ms: z.nullable(z.int()),
});
export type TroublePoint = z.output<typeof troublePoint>;

export const getAreaTrouble = endpoint({
  address: 'GET /api/console/areas/:id/trouble',
  summary:
    'How the builds of an area did over time, what crashed where, what the content policy refused, missing texts and web vitals. `hours`: 24 by default, 720 at most.',
  access: 'admin',
  areaRight: 'watch',
  input: z.object({ id, hours: queryInteger }),
  output: z.object({
    /** Length of a span of time, in seconds. */
    step: z.int(),
    points: z.array(troublePoint),
    /** The most frequent first: at most 20 of a build. */
    faults: z.array(areaFault),
    vitals: z.array(
      z.object({
        build_id: z.string(),
        name: z.enum(vitalNames),
        count: z.int(),
        /** Milliseconds; CLS without a unit. */
        p50: z.number(),
        p75: z.number(),
        p95: z.number(),
      }),
    ),
  }),
});

export const setReleaseNote = endpoint({
  address: 'PUT /api/console/areas/:id/builds/:build_id/note',
  summary: 'Says what a build of an area is about, for those who look at its releases. Empty: no note.',
  access: 'root',
  areaRight: 'release',
  input: z.object({ id, build_id: buildId(), note: z.string().check(z.trim(), z.maxLength(500)) }),
  output: z.undefined(),
});
