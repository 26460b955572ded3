import { type ChannelErrorClass, channelErrorClasses } from '@tollgate/contract';

/** The upper bounds of the times that are counted together, in milliseconds; each is 1.6 times the one before. */
export const healthBoundsMs = [
  50, 80, 125, 200, 315, 500, 800, 1250, 2000, 3150, 5000, 8000, 12_500, 20_000, 31_500, 50_000, 80_000,
  125_000, 200_000, 315_000, 500_000,
] as const;

/** The last bucket has what took longer than the last bound. */
const bucketCount = healthBoundsMs.length + 1;

type Index =
  | 0
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 7
  | 8
  | 9
  | 10
  | 11
  | 12
  | 13
  | 14
  | 15
  | 16
  | 17
  | 18
  | 19
  | 20
  | 21;
type Bucket = `duration_${Index}` | `first_${Index}`;
export type HealthColumn = 'calls' | 'output_tokens' | 'output_ms' | ChannelErrorClass | Bucket;

export const durationColumns = bucketsOf('duration');
export const firstTokenColumns = bucketsOf('first');

/** The counted columns of `channel_health`, in the order in which they are written. */
export const healthColumns: readonly HealthColumn[] = [
  'calls',
  ...channelErrorClasses,
  'output_tokens',
  'output_ms',
  ...durationColumns,
  ...firstTokenColumns,
];

/** Returns the number of the bucket of a time. */
export function bucketOf(ms: number): number {
  const index = healthBoundsMs.findIndex((bound) => ms <= bound);
  return index < 0 ? healthBoundsMs.length : index;
}

function bucketsOf<Name extends 'duration' | 'first'>(name: Name): `${Name}_${Index}`[] {
  return Array.from({ length: bucketCount }, (_, index) => `${name}_${index as Index}` as const);
}
