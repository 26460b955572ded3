import * as z from 'zod/mini';
import { areaId, buildId } from './manifest.ts';

const STACK_PLACE = /^(?:[\w$]{1,30} \([\w./-]+:\d+:\d+\)|[\w./-]+:\d+:\d+)$/;

/** Why a build of an area could not be shown. */
export const failureClasses = [
  'http',
  'network',
  'timeout',
  'integrity',
  'evaluation',
  'contract',
  'chunk',
  'render',
] as const;

/** Measurements of a page as web.dev defines them. CLS is sent times 1000. */
export const vitalNames = ['LCP', 'INP', 'CLS'] as const;
export type VitalName = (typeof vitalNames)[number];

/**
 * What a page reports about areas. Nothing personal: addresses are patterns of routes, and errors are described by
 * their class and by places in files of the build; messages only where they are the browser's own about code. The
 * gateway drops fields that are not listed here.
 */
export const areaEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('area.load/v1'),
    area: areaId(),
    buildId: buildId(),
    /** From the click until the area is on screen. */
    durationMs: z.number().check(z.minimum(0), z.maximum(600_000)),
  }),
  z.object({
    type: z.literal('area.failure/v1'),
    area: areaId(),
    buildId: buildId(),
    class: z.enum(failureClasses),
  }),
  z.object({
    type: z.literal('area.crash/v1'),
    area: areaId(),
    buildId: buildId(),
    /** `TypeError` */
    name: z._default(z.string().check(z.maxLength(60), z.regex(/^[\w$]*$/)), ''),
    message: z._default(z.string().check(z.maxLength(160)), ''),
    /** The pattern of the route: `/log/:id`. */
    route: z._default(z.string().check(z.maxLength(120)), ''),
    /**
     * Top first, within the folder of the build: `static/js/async/12.ab34.js:1:2345`, or `t (static/…js:1:2345)` where
     * the browser names the function.
     */
    stack: z._default(
      z.array(z.string().check(z.maxLength(200), z.regex(STACK_PLACE))).check(z.maxLength(6)),
      [],
    ),
  }),
  /** The page's content policy refused something to the area. */
  z.object({
    type: z.literal('area.csp/v1'),
    area: areaId(),
    buildId: buildId(),
    directive: z.string().check(z.maxLength(60), z.regex(/^[\w-]+$/)),
    /** The host, or a word such as `inline` and `eval`. */
    blocked: z.string().check(z.maxLength(120), z.regex(/^[\w.:-]*$/)),
    place: z._default(z.string().check(z.maxLength(160), z.regex(/^[\w./-]*(?::\d+:\d+)?$/)), ''),
  }),
  /** A text that the build uses and does not have. */
  z.object({
    type: z.literal('area.text/v1'),
    area: areaId(),
    buildId: buildId(),
    key: z.string().check(z.minLength(1), z.maxLength(120), z.regex(/^[\w.:-]+$/)),
    language: z.string().check(z.maxLength(8), z.regex(/^[\w-]+$/)),
  }),
  z.object({
    type: z.literal('area.vital/v1'),
    area: areaId(),
    buildId: buildId(),
    name: z.enum(vitalNames),
    value: z.number().check(z.minimum(0), z.maximum(600_000)),
  }),
]);
export type AreaEvent = z.output<typeof areaEvent>;

/** How often a build was loaded within a period, as reported by pages. */
export const buildHealth = z.object({
  loads: z.int(),
  failures: z.int(),
  crashes: z.int(),
  /** Failures by class. */
  by_class: z.record(z.string(), z.int()),
  /** Milliseconds until the area was on screen, right within one percent; null without loads. */
  p50_ms: z.nullable(z.int()),
  p95_ms: z.nullable(z.int()),
});
export type BuildHealth = z.output<typeof buildHealth>;
