import type { OwnLimit, SiteStatus, Token } from '@tollgate/contract';

const created = 1_772_355_900; // a fixed time, so that screenshots stay comparable

export const production: Token = {
  id: 41,
  user_id: 7,
  key: 'Qv3mT8xLr2YwKc9bNf6hZsGj4PdAe7uVtW5oMi1kXyRqBnCz',
  status: 1,
  name: 'production',
  created_time: created,
  accessed_time: created + 3600,
  expired_time: -1,
  remain_quota: 4_250_000,
  unlimited_quota: false,
  used_quota: 750_000,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: 'default',
  DeletedAt: null,
};

export const limited: Token = {
  ...production,
  id: 42,
  name: 'support bot',
  group: 'vip',
  model_limits_enabled: true,
  model_limits: 'gpt-4o,gpt-4o-mini,claude-sonnet-4-20250514',
  allow_ips: '203.0.113.7\n198.51.100.0/24',
  expired_time: 4_102_444_800,
};

export const unlimited: Token = {
  ...production,
  id: 43,
  name: 'night jobs',
  unlimited_quota: true,
  remain_quota: -5000,
  used_quota: 617_283_945_000,
  group: '',
};

export const disabled: Token = { ...production, id: 44, name: 'old laptop', status: 2 };

export const expired: Token = {
  ...production,
  id: 45,
  name: 'workshop',
  status: 3,
  expired_time: created + 86_400,
};

export const exhausted: Token = {
  ...production,
  id: 46,
  name: 'trial',
  status: 4,
  remain_quota: -5000,
  used_quota: 505_000,
};

/** Every value at its maximum length. */
export const extreme: Token = {
  ...production,
  id: 47,
  name: 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  group: 'a-group-with-a-rather-long-name',
  model_limits_enabled: true,
  model_limits: 'model-'.padEnd(200, 'x'),
  remain_quota: 8_999_999_999_999_999,
  used_quota: 1,
};

export const tokens = [production, limited, unlimited, disabled, expired, exhausted];

export const groups = {
  default: { ratio: 1, desc: 'Default group' },
  vip: { ratio: 0.8, desc: 'Prepaid customers' },
  svip: { ratio: 3, desc: 'Reserved capacity' },
};

export const models = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-20250514', 'text-embedding-3-small'];

export function pageOf(items: Token[], total = items.length) {
  return { items, total, page: 1, page_size: 10, next_cursor: null };
}

/** The fields of a site that the token pages read. */
export const site = {
  server_address: 'https://api.example.com',
  chats: [{ Parlour: 'https://chat.example.com/#key={key}&url={address}' }],
} as unknown as SiteStatus;

/** The last 30 days of two tokens: a growing one and an idle one. */
export const usage = [production, limited].map(({ id }, which) => ({
  id,
  days: Array.from({ length: 30 }, (_, day) => ({
    created_at: created + day * 86_400,
    count: day,
    token_used: 100 * day,
    quota: which === 0 ? day * 1000 + (day % 5) * 4000 : 0,
  })),
}));

/** Two limits of the first token; the list shows the scarcest. */
export const tokenLimits: OwnLimit[] = [
  {
    ...{ id: 5, name: '', scope: 'token', scope_id: production.id, subject_name: production.name },
    ...{ models: '', resource: 'requests', amount: 600, window: 'hour', time_zone: 'UTC' },
    ...{ spent: 14, held: 0, resets_at: 1_772_409_600 },
  },
  {
    ...{
      id: 6,
      name: 'Pocket money',
      scope: 'token',
      scope_id: production.id,
      subject_name: production.name,
    },
    ...{ models: '', resource: 'quota', amount: 500_000, window: 'month', time_zone: 'UTC' },
    ...{ spent: 400_000, held: 50_000, resets_at: 1_772_409_600 },
  },
];
