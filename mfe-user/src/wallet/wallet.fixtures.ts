import type { LedgerEntry, OwnLimit, SiteStatus, TopUp, User } from '@tollgate/contract';

const at = 1_772_355_900; // a fixed time, so that screenshots stay comparable

/** The fields that the wallet reads. */
export const self = {
  id: 7,
  username: 'ana',
  quota: 4_250_000,
  used_quota: 750_000,
  request_count: 1284,
} as User;

/** Calls that were running when the balance ran out may take it below zero. */
export const overdrawn = { ...self, quota: -5000, used_quota: 617_283_945_000, request_count: 12_345_678 };

export const shop = {
  enable_online_topup: true,
  min_topup: 5,
  price: 7.3,
  top_up_link: 'https://codes.example.com/',
} as SiteStatus;

export const closedShop = { ...shop, enable_online_topup: false, top_up_link: '' };

export const entries: LedgerEntry[] = [
  {
    id: 4,
    at: at + 7200,
    kind: 'usage',
    ref: '20260301101500123456789abcdef',
    amount: -155,
    balance_after: 4_250_000,
    reason: '',
  },
  {
    id: 3,
    at: at + 3600,
    kind: 'adjust',
    ref: '2026030110',
    amount: -749_845,
    balance_after: 4_250_155,
    reason: 'Booked twice',
  },
  {
    id: 2,
    at: at + 60,
    kind: 'redeem',
    ref: 'redemption:12',
    amount: 5_000_000,
    balance_after: 5_000_000,
    reason: '',
  },
  { id: 1, at, kind: 'from-elsewhere', ref: 'user:7', amount: 0, balance_after: 0, reason: '' },
];

export const paid: TopUp = {
  id: 2,
  amount: 10,
  quota: 5_000_000,
  money: 73,
  trade_no: 'USR7NOabcdef1772355900',
  payment_method: 'zfb',
  create_time: at,
  complete_time: at + 40,
  status: 'success',
};

/** Opened a minute ago. */
export function waiting(): TopUp {
  const create_time = Math.floor(Date.now() / 1000) - 60;
  return {
    ...paid,
    id: 3,
    trade_no: 'USR7NOghijkl1772356900',
    create_time,
    complete_time: 0,
    status: 'pending',
  };
}

export function pageOf<T>(items: T[], total = items.length) {
  return { items, total, page: 1, page_size: 10, next_cursor: null };
}

/** A budget that is nearly spent, and the rate of a token. */
export const ownLimits: OwnLimit[] = [
  {
    ...{ id: 3, name: 'Trial accounts', scope: 'user', scope_id: 'each', subject_name: '', models: '' },
    ...{ resource: 'quota', amount: 500_000, window: 'day', time_zone: 'UTC' },
    ...{ spent: 430_000, held: 20_000, resets_at: 1_772_409_600 },
  },
  {
    ...{ id: 5, name: '', scope: 'token', scope_id: 12, models: 'claude-*', subject_name: 'laptop' },
    ...{ resource: 'requests', amount: 600, window: 'minute', time_zone: 'UTC' },
    ...{ spent: 14, held: 0, resets_at: 1_772_409_600 },
  },
];
