import type {
  LimitPeriod,
  LimitRule,
  LimitSimulation,
  LimitUse,
  LimitWindow,
  SiteLimit,
} from '@tollgate/contract';

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
  target_name: '',
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
  warn_at: [],
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
  target_name: 'OpenAI production',
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
    subject_name: 'ada',
    starts_at: created,
    resets_at: created + 86_400,
    spent: 430_000,
    held: 20_000,
    calls: 812,
    is_current: true,
  },
  {
    subject: '9',
    subject_name: 'bo',
    starts_at: created,
    resets_at: created + 86_400,
    spent: 12_000,
    held: 0,
    calls: 40,
    is_current: true,
  },
  {
    subject: '12',
    subject_name: 'ada',
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

export const close: LimitUse[] = [
  {
    ...{ id: 3, name: 'Trial accounts', scope: 'user', scope_id: 'each', subject: '9', subject_name: 'bo' },
    ...{ models: '', resource: 'quota', amount: 500_000, window: 'day', time_zone: 'UTC' },
    ...{ spent: 500_000, held: 0, resets_at: created + 86_400 },
  },
  {
    ...{ id: 7, name: '', scope: 'channel', scope_id: 4, subject: '', subject_name: 'OpenAI production' },
    ...{ models: 'gpt-*', resource: 'tokens', amount: 1_000_000, window: 'rolling:5', time_zone: 'UTC' },
    ...{ spent: 820_000, held: 60_000, resets_at: 0 },
  },
];

export const history: LimitPeriod[] = [40, 90, 100, 20, 60].map((percent, index) => ({
  starts_at: created - index * 86_400,
  windows: 3,
  spent: percent * 7000,
  highest: percent * 5000,
  calls: percent,
}));

export const simulation: LimitSimulation = {
  since: created - 7 * 86_400,
  is_whole: true,
  calls: 12_345,
  refused: 312,
  users: 4,
  top: [
    { user_id: 12, username: 'ada', refused: 200 },
    { user_id: 9, username: 'bo', refused: 110 },
    { user_id: 3, username: '', refused: 1 },
  ],
};

export const siteLimit: SiteLimit = { enabled: true, minutes: 5, requests: 30, answered: 20 };
export const noSiteLimit: SiteLimit = { enabled: false, minutes: 1, requests: 0, answered: 1000 };
