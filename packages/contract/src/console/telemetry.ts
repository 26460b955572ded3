import * as z from 'zod/mini';
import { areaId, buildId } from './manifest.ts';

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

/**
 * What a page reports about loading areas. Nothing personal: no address, no message, no stack. The gateway
 * drops fields that are not listed here.
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
  z.object({ type: z.literal('area.crash/v1'), area: areaId(), buildId: buildId() }),
]);
export type AreaEvent = z.output<typeof areaEvent>;

/** How often a build was loaded within a period, as reported by pages. */
export const buildHealth = z.object({
  loads: z.int(),
  failures: z.int(),
  crashes: z.int(),
  /** Failures by class. */
  by_class: z.record(z.string(), z.int()),
  /** Milliseconds until the area was on screen, rounded up to a histogram step; null without loads. */
  p50_ms: z.nullable(z.int()),
  p95_ms: z.nullable(z.int()),
});
export type BuildHealth = z.output<typeof buildHealth>;
