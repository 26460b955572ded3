import type { LogEntry, LogGroups, LogStat } from '@tollgate/contract';

const at = 1_772_355_900; // a fixed time, so that screenshots stay comparable

/** A streamed chat call: (1,200 − 1,000 + 1,000 × 0.5 + 300 × 4) × 1.25 × 1 = 2,375. */
export const chatCall: LogEntry = {
  id: 9001,
  user_id: 7,
  created_at: at,
  type: 2,
  content: '',
  username: 'ana',
  token_name: 'production',
  model_name: 'gpt-4o',
  quota: 2375,
  prompt_tokens: 1200,
  completion_tokens: 300,
  duration_ms: 0,
  first_token_ms: 0,
  status: 200,
  use_time: 12,
  is_stream: true,
  channel: 3,
  channel_name: 'eu-west',
  token_id: 41,
  group: 'default',
  other: details({
    model_ratio: 1.25,
    completion_ratio: 4,
    group_ratio: 1,
    model_price: -1,
    cache_tokens: 1000,
    cache_ratio: 0.5,
    frt: 840,
    admin_info: { use_channel: ['5', '3'] },
  }),
  request_id: '20261120140501abcDEF',
  billing_basis: 'upstream_usage',
};

/** The channel maps the requested model. (400 + 3,000 × 0.1 + 800 × 1.25 + 120 × 5) × 1.5. */
export const mappedCall: LogEntry = {
  ...chatCall,
  id: 9002,
  model_name: 'claude-latest',
  quota: 3450,
  prompt_tokens: 4200,
  completion_tokens: 120,
  use_time: 187,
  group: 'vip',
  other: details({
    claude: true,
    model_ratio: 1.5,
    completion_ratio: 5,
    group_ratio: 1,
    model_price: -1,
    cache_tokens: 3000,
    cache_ratio: 0.1,
    cache_creation_tokens: 800,
    cache_creation_ratio: 1.25,
    frt: 4200,
    is_model_mapped: true,
    upstream_model_name: 'claude-sonnet-4-20250514',
    admin_info: { use_channel: ['3'] },
  }),
  request_id: '20261120140502abcDEF',
  billing_basis: 'counted',
};

/**
 * A long prompt on the priority tier, with searches:
 * (300,000 × 2 × 1.8 + 500 × 8 × 1.5 × 1.8) × 0.625 + 3 × $0.035 × 500,000 = 734,250.
 */
export const adjustedCall: LogEntry = {
  ...chatCall,
  id: 9008,
  model_name: 'gemini-2.5-pro',
  quota: 734_250,
  prompt_tokens: 300_000,
  completion_tokens: 500,
  other: details({
    model_ratio: 0.625,
    completion_ratio: 8,
    group_ratio: 1,
    model_price: -1,
    long_context: { above: 200_000, input: 2, output: 1.5 },
    service_tier: 'priority',
    service_tier_ratio: 1.8,
    tool_uses: { web_search: { count: 3, dollars: 0.035 } },
    quota_per_unit: 500_000,
    frt: 840,
    admin_info: { use_channel: ['3'] },
  }),
  request_id: '20261120140508abcDEF',
};

/** Charged by call: $0.04 × 2 × 500,000 = 40,000. */
export const imageCall: LogEntry = {
  ...chatCall,
  id: 9003,
  model_name: 'dall-e-3',
  quota: 40_000,
  prompt_tokens: 1,
  completion_tokens: 0,
  use_time: 301,
  is_stream: false,
  group: 'svip',
  other: details({ model_price: 0.04, group_ratio: 2, frt: -1000, admin_info: { use_channel: ['3'] } }),
  request_id: '20261120140503abcDEF',
  billing_basis: 'counted',
};

export const topUp: LogEntry = {
  ...chatCall,
  id: 9004,
  type: 1,
  content: 'Redeemed a code worth $10.00',
  token_name: '',
  model_name: '',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 0,
  is_stream: false,
  channel: 0,
  channel_name: '',
  token_id: 0,
  group: '',
  other: '',
  request_id: '',
  billing_basis: '',
};

/** Every value at its maximum length. */
export const extremeCall: LogEntry = {
  ...chatCall,
  id: 9005,
  username: 'somebody.with.a.very.long.name@example.company',
  token_name: 'a token of thirty characters..',
  model_name: 'model-'.padEnd(200, 'x'),
  quota: 9_876_543_210_123,
  prompt_tokens: 1_234_567_890,
  completion_tokens: 987_654_321,
  use_time: 7260,
  channel_name: 'a channel whose name somebody made rather long indeed',
  group: 'a-group-with-a-long-name',
};

/** Both channels failed. */
export const failedCall: LogEntry = {
  ...chatCall,
  id: 9006,
  type: 5,
  status: 529,
  content: 'The model is overloaded. Try again later.',
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 2,
  other: details({
    status_code: 529,
    error_type: 'overloaded_error',
    error_code: 'overloaded',
    use_time_ms: 2140,
    attempts: 2,
    left_out: 12,
    admin_info: { use_channel: ['5', '3'] },
  }),
  request_id: '20261120140506abcDEF',
  billing_basis: 'none',
};

/** Charged for what came before the provider closed the connection. */
export const cutCall: LogEntry = {
  ...chatCall,
  id: 9007,
  status: 502,
  other: chatCall.other.replace(
    /}$/,
    `,"status_code":502,"error_type":"upstream_error","error_code":"upstream_cut","messages":${JSON.stringify(
      {
        en: 'The provider closed the connection before the response was complete. Try again.',
        zh: '供应商在响应完成之前断开，请重试。',
      },
    )}}`,
  ),
  request_id: '20261120140507abcDEF',
};

export const entries = [chatCall, mappedCall, imageCall, topUp];

export const stat: LogStat = { quota: 45_825, rpm: 42, tpm: 128_400, failed_calls: 3 };

const group = { label: '', id: 0, failed: 0, prompt_tokens: 48_000, completion_tokens: 9000, last_at: at };
export const groups: LogGroups = {
  start_timestamp: at - 6 * 3600,
  end_timestamp: at,
  counted_from: at - 6 * 3600,
  items: [
    { ...group, name: 'gpt-4o', calls: 120, failed: 9, quota: 300_000 },
    { ...group, name: 'claude-latest', calls: 40, quota: 100_000 },
  ],
};

export function pageOf(items: LogEntry[], total = items.length) {
  return { items, total, page: 1, page_size: 10, next_cursor: null };
}

/** Removes the fields that only admins may see. */
export function asOwn(entry: LogEntry): LogEntry {
  return {
    ...entry,
    channel_name: '',
    other: entry.other.replace(/,?"admin_info":\{[^}]*\}/, ''),
  };
}

function details(fields: Record<string, unknown>): string {
  return JSON.stringify(fields);
}
