import type { LimitRule, LimitWindow } from '@tollgate/contract';

const created = 1_772_355_900; // a fixed time, so that screenshots stay comparable

export const daily: LimitRule = {
  id: 3,
  name: 'Trial accounts',
  scope: 'user',
  scope_id: 'each',
  models: '',
  resource: 'quota',
  amount: 500_000,
  window: 'day',
  time_zone: 'Europe/Berlin',
  when_full: 'refuse',
  wait_seconds: 0,
  warn_at: [80, 100],
  from: 0,
  enabled: true,
  created_time: created,
};

export const running: LimitRule = {
  ...daily,
  id: 2,
  name: '',
  scope: 'group',
  scope_id: 'default',
  resource: 'concurrent',
  amount: 20,
  window: 'forever',
  when_full: 'wait',
  wait_seconds: 10,
};

export const off: LimitRule = {
  ...daily,
  id: 1,
  name: '',
  scope: 'channel',
  scope_id: 7,
  models: 'claude-*,gpt-5*',
  resource: 'tokens',
  amount: 9_000_000_000,
  window: 'rolling:5',
  when_full: 'skip',
  enabled: false,
};

export const limits = [daily, running, off];

export const windows: LimitWindow[] = [
  {
    subject: '12',
    starts_at: created,
    resets_at: created + 86_400,
    spent: 430_000,
    held: 20_000,
    calls: 812,
    is_current: true,
  },
  {
    subject: '9',
    starts_at: created,
    resets_at: created + 86_400,
    spent: 12_000,
    held: 0,
    calls: 40,
    is_current: true,
  },
  {
    subject: '12',
    starts_at: created - 86_400,
    resets_at: created,
    spent: 500_000,
    held: 0,
    calls: 990,
    is_current: false,
  },
];

export function pageOf(items: LimitRule[], total = items.length) {
  return { items, total, page: 1, page_size: 10 };
}
