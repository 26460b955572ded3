import type { Channel, ChannelHealth, ChannelKey, ChannelTag, ChannelType } from '@tollgate/contract';

const created = 1_772_355_900; // a fixed time, so that screenshots stay comparable

export const openai: Channel = {
  id: 12,
  type: 1,
  key: '',
  key_hint: '3f9a02c7 k3Qz',
  multi_key_size: 1,
  multi_key_on: 1,
  multi_key_mode: 'polling',
  openai_organization: 'org-tollgate',
  test_model: null,
  status: 1,
  name: 'OpenAI production',
  weight: 10,
  created_time: created,
  test_time: created + 3600,
  response_time: 840,
  base_url: '',
  other: '',
  balance: 182.4,
  balance_updated_time: created + 7200,
  models: 'gpt-4o,gpt-4o-mini,text-embedding-3-small',
  group: 'default,vip',
  used_quota: 61_728_394,
  model_mapping: '',
  status_code_mapping: '',
  priority: 20,
  auto_ban: 1,
  other_info: '',
  tag: 'production',
  setting: null,
  param_override: null,
};

export const claude: Channel = {
  ...openai,
  id: 11,
  type: 14,
  name: 'Claude',
  group: 'default',
  models: 'claude-3-5-haiku-20241022,claude-3-7-sonnet-20250219',
  model_mapping: '{"claude-latest":"claude-3-7-sonnet-20250219"}',
  openai_organization: null,
  response_time: 2400,
  balance: 0,
  balance_updated_time: 0,
  priority: 10,
  weight: 0,
  tag: null,
};

export const gemini: Channel = {
  ...claude,
  id: 10,
  type: 24,
  name: 'Gemini',
  group: 'default,vip,svip,partners',
  models: 'gemini-2.0-flash',
  response_time: 4100,
  balance: -0.01,
  balance_updated_time: created,
  priority: 0,
};

export const tripped: Channel = {
  ...openai,
  id: 9,
  name: 'Reseller',
  status: 3,
  base_url: 'https://api.example.com',
  response_time: 9300,
  priority: 0,
  tag: null,
  other_info: `{"status_reason":"401: the key was revoked","status_time":${created + 86_400}}`,
};

export const disabled: Channel = {
  ...claude,
  id: 8,
  name: 'Old account',
  status: 2,
  response_time: 0,
  test_time: 0,
  used_quota: 0,
  priority: -999,
};

/** One enabled key, one disabled by hand, one by the gateway. */
export const channelKeys: ChannelKey[] = [
  { id: 'a'.repeat(64), hint: '3f9a02c7 k3Qz', status: 1, reason: '', since: 0 },
  { id: 'b'.repeat(64), hint: '91be5d40 x0Tn', status: 2, reason: '', since: created + 7200 },
  {
    id: 'c'.repeat(64),
    hint: 'e07c1188 Wm2d',
    status: 3,
    reason: 'Incorrect API key provided',
    since: created + 86_400,
  },
];

export const manyKeys: ChannelKey[] = Array.from({ length: 40 }, (_, index) => ({
  id: String(index).padStart(64, '0'),
  hint: `${(index * 7919 + 268_435_456).toString(16)} k${index}`,
  status: index % 9 === 4 ? 3 : 1,
  reason: index % 9 === 4 ? `The provider says: ${'no credit '.repeat(40)}` : '',
  since: index % 9 === 4 ? created : 0,
}));

/** A channel with several keys. */
export const keyring: Channel = {
  ...claude,
  id: 13,
  name: 'Three accounts',
  multi_key_size: 3,
  multi_key_on: 1,
};

/** A channel whose stored key cannot be read. */
export const unreadable: Channel = {
  ...claude,
  id: 15,
  name: 'Restored from elsewhere',
  key_hint: '',
  multi_key_size: 0,
  multi_key_on: 0,
};

/** Every value at its maximum length, and a type unknown to this gateway. */
export const extreme: Channel = {
  ...openai,
  id: 987_654_321,
  type: 999,
  name: 'W'.repeat(128),
  tag: 'a tag that somebody wrote a whole sentence into, because nothing stopped them from doing so',
  group: 'a-group-with-a-rather-long-name,another-group-with-a-rather-long-name,third',
  models: `model-${'x'.repeat(194)},gpt-4o`,
  response_time: 754_000,
  used_quota: 8_999_999_999_999_999,
  balance: 1_234_567_890.12,
  priority: 1_000_000,
  weight: 1_000_000,
};

export const channels = [openai, claude, gemini, tripped, disabled];

export const types: ChannelType[] = [
  type(1, 'OpenAI', 'green', 'https://api.openai.com'),
  type(14, 'Anthropic Claude', 'indigo', 'https://api.anthropic.com'),
  type(3, 'Azure OpenAI', 'teal', ''),
  { ...type(21, 'AI Proxy knowledge base', 'purple', 'https://api.aiproxy.io'), available: false },
  type(36, 'Suno API', 'purple', ''),
  type(2, 'Midjourney Proxy', 'light-blue', ''),
  type(5, 'Midjourney Proxy Plus', 'blue', ''),
  type(24, 'Google Gemini', 'orange', 'https://generativelanguage.googleapis.com'),
];

export const groups = ['default', 'vip', 'svip'];

export const modelsByType = {
  2: ['mj_imagine', 'mj_upscale'],
  1: ['gpt-4o', 'gpt-4o-mini', 'text-embedding-3-small'],
  14: ['claude-3-5-haiku-20241022', 'claude-3-7-sonnet-20250219'],
  24: ['gemini-2.0-flash'],
  5: ['mj_imagine', 'mj_upscale'],
  36: ['suno_music', 'suno_lyrics'],
};

export const knownModels = [...new Set(Object.values(modelsByType).flat())].map((id) => ({
  id,
  object: 'model' as const,
  created,
  owned_by: 'provider',
}));

/** Shared values of the channels of a tag. */
export const productionTag: ChannelTag = {
  tag: 'production',
  group: 'default,vip',
  status: 1,
  used_quota: 123_456_788,
  response_time: 1620,
  priority: null,
  weight: 10,
  channels: [openai, { ...claude, tag: 'production', weight: 10 }],
};

export const spareTag: ChannelTag = {
  ...productionTag,
  tag: 'spare',
  group: 'default',
  status: 2,
  priority: 0,
  channels: [{ ...disabled, tag: 'spare' }],
};

export function pageOf<Row = Channel>(items: Row[], total = items.length) {
  return { items, total, page: 1, page_size: 10 };
}

function type(code: number, label: string, color: string, default_base_url: string): ChannelType {
  return { code, label, color, default_base_url, available: true };
}

/** The gateway has not tested all channels yet. */
export const noTests = {
  running: false,
  total: 0,
  done: 0,
  failed: 0,
  failures: [],
  started_at: 0,
  ended_at: 0,
};

export const counts = { enabled: 33, disabled: 3, tripped: 4 };

/** How a channel served: one failure in each `failEvery`th hour, and no requests in the hours before `from`. */
function healthOf(
  { id, name, status }: Channel,
  { from = 0, failEvery = 0, success_rate = 1 as number | null, p50 = 840 } = {},
): ChannelHealth {
  const strip = Array.from({ length: 24 }, (_, hour) => ({
    created_at: created + hour * 3600,
    calls: hour < from ? 0 : 10 + ((hour * 7) % 13),
    failures: hour >= from && failEvery > 0 && hour % failEvery === 0 ? 6 : 0,
  }));
  const failures = strip.reduce((sum, hour) => sum + hour.failures, 0);
  const none = { network: 0, timeout: 0, server: 0, account: 0, broken: 0, request: 0 };
  return {
    ...{ id, name, status, strip, failures, success_rate },
    calls: strip.reduce((sum, hour) => sum + hour.calls, 0),
    duration_ms: success_rate === null ? null : { p50, p95: p50 * 3, p99: p50 * 5 },
    first_token_ms: null,
    tokens_per_second: null,
    errors: { ...none, rate_limit: failures },
    last_error: failures > 0 ? { at: created, status: 429, code: 'rate_limit_exceeded' } : null,
  };
}

export const channelHealth = {
  ...pageOf([
    healthOf(openai, { failEvery: 8, success_rate: 0.952 }),
    healthOf(claude, { from: 9, p50: 2300 }),
    {
      ...healthOf(gemini, { failEvery: 2, success_rate: 0.71, p50: 4100 }),
      last_error: { at: created, status: 400, code: 'upstream_unpaid' },
    },
    {
      ...healthOf(tripped, { from: 20, failEvery: 1, success_rate: 0 }),
      duration_ms: null,
      last_error: { at: created + 86_400, status: 0, code: 'UND_ERR_CONNECT_TIMEOUT' },
    },
    healthOf(disabled, { from: 24, success_rate: null }),
  ]),
  start_timestamp: created,
  end_timestamp: created + 86_400,
};
