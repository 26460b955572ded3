import type { Redemption } from '@tollgate/contract';

const created = 1_772_355_900; // a fixed time, so that screenshots stay comparable

export const unused: Redemption = {
  id: 41,
  user_id: 1,
  key: '0b5f9c1d7e3a48629c0d1e2f3a4b5c6d',
  status: 1,
  name: 'spring',
  quota: 500_000,
  created_time: created,
  redeemed_time: 0,
  count: 0,
  used_user_id: 0,
  DeletedAt: null,
};

export const disabled: Redemption = { ...unused, id: 42, name: 'lost', key: 'f'.repeat(32), status: 2 };

export const used: Redemption = {
  ...unused,
  id: 43,
  name: 'gift',
  key: 'a'.repeat(32),
  status: 3,
  used_user_id: 7,
  redeemed_time: created + 3600,
};

/** Every value at its maximum length. */
export const extreme: Redemption = {
  ...unused,
  id: 123_456,
  name: 'W'.repeat(20),
  quota: 8_999_999_999_999_999,
};

export const codes = [unused, disabled, used];

export function pageOf(items: Redemption[], total = items.length) {
  return { items, total, page: 1, page_size: 10, next_cursor: null };
}
