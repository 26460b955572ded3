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
 * What a page tells about the loading of areas. Nothing personal: no address, no message, no stack. What is not named
 * here never gets further than the door.
 */
export const areaEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('area.load/v1'),
    area: areaId(),
    buildId: buildId(),
    /** From the click to the area on screen. */
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

/** How often a build was asked for within a time, as it reached us. */
export const buildHealth = z.object({
  loads: z.int(),
  failures: z.int(),
  crashes: z.int(),
  /** Failures by their class. */
  by_class: z.record(z.string(), z.int()),
  /** Milliseconds until the area was on screen, rounded up to a step of the histogram; null without loads. */
  p50_ms: z.nullable(z.int()),
  p95_ms: z.nullable(z.int()),
});
export type BuildHealth = z.output<typeof buildHealth>;
