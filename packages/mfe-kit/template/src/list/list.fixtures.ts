import type { Token } from '@tollgate/contract';

export const production: Token = {
  id: 41,
  user_id: 7,
  key: 'Qv3mT8xLr2YwKc9bNf6hZsGj4PdAe7uVtW5oMi1kXyRqBnCz',
  status: 1,
  name: 'production',
  created_time: 1_772_355_900, // a fixed time, so that screenshots stay comparable
  accessed_time: 1_772_359_500,
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

export const nightly: Token = { ...production, id: 42, name: 'night jobs', unlimited_quota: true };

/** Every value at its maximum length. */
export const extreme: Token = {
  ...production,
  id: 123_456,
  name: 'W'.repeat(30),
  remain_quota: 8_999_999_999_999_999,
};

export function pageOf(items: Token[], total = items.length) {
  return { items, total, page: 1, page_size: 10, next_cursor: null };
}
