import type { CallService, SpendPart, UsageHour } from '@tollgate/contract';

const HOUR = 3600;
/** The last whole hour before the stories' fixed time. */
const at = 1_773_478_800;

const shares = {
  'gpt-4o': 52_000,
  'claude-sonnet-4-20250514': 31_000,
  'gpt-4o-mini': 9000,
  'deepseek-chat': 4000,
};

/** Two days, every third hour, by model. */
export const usageHours: UsageHour[] = Object.entries(shares).flatMap(([model_name, quota], place) =>
  Array.from({ length: 16 }, (_, index) => ({
    id: 0,
    user_id: 0,
    username: '',
    model_name,
    created_at: at - index * 3 * HOUR,
    token_used: 900 * (5 - place) + index * 37,
    count: 2 + ((index + place) % 5),
    quota: quota * (1 + ((index * 7 + place) % 5)),
  })),
);

export const userHours: UsageHour[] = [
  'ana',
  'bob',
  'somebody.with.a.very.long.name@example.company',
].flatMap((username, place) =>
  Array.from({ length: 8 }, (_, index) => ({
    id: 0,
    user_id: 7 + place,
    username,
    model_name: '',
    created_at: at - index * 6 * HOUR,
    token_used: 1000,
    count: 3,
    quota: 90_000 - place * 20_000 + index * 1000,
  })),
);

/** Maximum data: more models than colors, one of them with a name of 200 letters. */
export const extremeHours: UsageHour[] = Array.from({ length: 14 }, (_, index) => ({
  ...(usageHours[index] as UsageHour),
  model_name: index === 3 ? 'model-'.padEnd(200, 'x') : `model-${index}`,
  token_used: 9_876_543_210,
  count: 1_234_567,
  quota: 987_654_321_012 - index * 30_000_000_000,
}));

/** Latency, failures and cached tokens of the same two days; one part had no requests. */
export const service: CallService = {
  start_timestamp: at - 48 * HOUR,
  end_timestamp: at,
  counted_from: at - 48 * HOUR,
  span: HOUR,
  items: Array.from({ length: 48 }, (_, index) => ({
    created_at: at - (47 - index) * HOUR,
    calls: 20 + ((index * 7) % 13),
    prompt_tokens: 40_000,
    cached_tokens: 6000 + ((index * 5) % 9) * 2500,
    duration_ms: { p50: 1200 + ((index * 11) % 7) * 150, p95: 5200 + ((index * 3) % 5) * 700, p99: 9000 },
    first_token_ms: { p50: 380 + (index % 4) * 30, p95: 900 + (index % 6) * 80, p99: 2000 },
    errors: {
      rate_limit: index % 9 === 0 ? 3 : 0,
      access: index % 17 === 0 ? 1 : 0,
      request: index % 5 ? 0 : 1,
      server: index === 30 ? 8 : 0,
    },
  })).filter((_, index) => index !== 20),
};

/** Spend of two days by token or channel. */
export const spend: SpendPart[] = ['production', 'laptop', ''].flatMap((label, place) =>
  Array.from({ length: 2 }, (_, index) => ({
    name: String(40 + place),
    label,
    created_at: at - (at % (24 * HOUR)) - index * 24 * HOUR,
    quota: 400_000 - place * 120_000 + index * 30_000,
  })),
);
