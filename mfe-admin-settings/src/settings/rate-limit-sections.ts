import type { SettingsSection } from './describe.ts';

/** Limits of model calls per user. */
export const rateLimitSections: readonly SettingsSection[] = [
  {
    id: 'ratelimit',
    fields: [
      { key: 'ModelRequestRateLimitEnabled', name: 'rate-limit', kind: 'flag' },
      {
        key: 'ModelRequestRateLimitDurationMinutes',
        name: 'rate-limit-minutes',
        kind: 'integer',
        min: 0,
        unit: 'minutes',
      },
      { key: 'ModelRequestRateLimitCount', name: 'rate-limit-count', kind: 'integer', min: 0, unit: 'times' },
      {
        key: 'ModelRequestRateLimitSuccessCount',
        name: 'rate-limit-success',
        kind: 'integer',
        min: 1,
        unit: 'times',
      },
    ],
  },
];
