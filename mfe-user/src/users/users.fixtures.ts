import type { LedgerEntry, LimitUse, User } from '@tollgate/contract';

export const ada: User = {
  id: 7,
  username: 'ada',
  password: '',
  display_name: 'Ada Lovelace',
  role: 1,
  status: 1,
  email: 'ada@example.org',
  github_id: 'ada-hub',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  verification_code: '',
  access_token: null,
  quota: 2_500_000,
  used_quota: 750_000,
  request_count: 42,
  group: 'default',
  aff_code: 'aB3x',
  aff_count: 2,
  aff_quota: 500_000,
  aff_history_quota: 1_000_000,
  inviter_id: 3,
  DeletedAt: null,
  setting: '',
};

export const banned: User = {
  ...ada,
  id: 8,
  username: 'alan',
  status: 2,
  group: 'vip',
  aff_count: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  quota: -5000,
};
export const locked: User = {
  ...ada,
  id: 9,
  username: 'imported',
  status: 3,
  quota: 0,
  aff_history_quota: 0,
};
export const gone: User = { ...ada, id: 10, username: 'grace', DeletedAt: '2026-01-05T10:00:00.000Z' };
export const admin: User = { ...ada, id: 11, username: 'linus', role: 10 };
export const root: User = { ...ada, id: 1, username: 'root', role: 100 };

/** Every value at its maximum length. */
export const extreme: User = {
  ...ada,
  id: 123_456_789,
  username: 'W'.repeat(64),
  display_name: '一个名字特别长的用户一个名字特别长的用户',
  group: 'a-group-with-a-rather-long-name',
  quota: 8_999_999_999_999_999,
  used_quota: 1,
  request_count: 1_234_567_890,
};

export const people = [ada, banned, locked, gone, admin, root];

export const groups = ['default', 'vip', 'svip'];

export const entries: LedgerEntry[] = [
  {
    id: 3,
    at: 1_772_355_900,
    kind: 'usage',
    ref: '20260301-7f3a',
    amount: -1234,
    balance_after: 2_498_766,
    reason: '',
  },
  {
    id: 2,
    at: 1_772_355_800,
    kind: 'adjust',
    ref: 'adjust:x1',
    amount: 500_000,
    balance_after: 2_500_000,
    reason: 'edited',
  },
  {
    id: 1,
    at: 1_772_355_700,
    kind: 'grant',
    ref: 'user:7',
    amount: 2_000_000,
    balance_after: 2_000_000,
    reason: '',
  },
];

export function pageOf<T>(items: T[], total = items.length) {
  return { items, total, page: 1, page_size: 10, next_cursor: null };
}

/** One of the user itself and one of everybody, which is nearly used. */
export const limitsOfUser: LimitUse[] = [
  {
    ...{ id: 3, name: 'Trial accounts', scope: 'user', scope_id: 'each', subject: '7', subject_name: 'ada' },
    ...{ models: '', resource: 'quota', amount: 500_000, window: 'day', time_zone: 'UTC' },
    ...{ spent: 180_000, held: 20_000, resets_at: 1_772_409_600 },
  },
  {
    ...{ id: 4, name: '', scope: 'everybody', scope_id: '', subject: '', subject_name: '' },
    ...{ models: 'gpt-*', resource: 'tokens', amount: 1_000_000, window: 'rolling:5', time_zone: 'UTC' },
    ...{ spent: 910_000, held: 0, resets_at: 0 },
  },
];
