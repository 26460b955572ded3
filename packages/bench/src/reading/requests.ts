import { HEAVY_USER, PLAIN_USER, ROWS_PER_DAY } from './dataset.ts';

/** One request of the log pages. */
export interface ConsoleRequest {
  name: string;
  path: string;
  method?: 'DELETE';
  /** Longer exports are aborted after this many bytes. */
  bytes?: number;
}

/** The requests of the log pages, at `now` (unix seconds). */
export function consoleRequests(now: number): ConsoleRequest[] {
  const week = { start_timestamp: String(now - 7 * ROWS_PER_DAY), end_timestamp: String(now + 3600) };
  const today = { start_timestamp: String(now - ROWS_PER_DAY), end_timestamp: String(now + 3600) };
  const month = { start_timestamp: String(now - 30 * ROWS_PER_DAY), end_timestamp: String(now + 3600) };
  const filters: [string, Record<string, string>][] = [
    ['everything', {}],
    ['24 hours', today],
    ['a week', week],
    ['30 days', month],
    ['a type', { type: '1' }],
    ['a type without rows', { type: '3' }],
    ['a group', { group: 'vip' }],
    ['a heavy user', { username: HEAVY_USER }],
    ['a user', { username: PLAIN_USER }],
    ["a user's 24 hours", { username: PLAIN_USER, ...today }],
    ["a user's week", { username: PLAIN_USER, ...week }],
    ['an unknown user', { username: 'unknown-user' }],
    ['a model', { model_name: 'model-7' }],
    ['a pattern', { model_name: '%l-7%' }],
    ['a pattern of many models', { model_name: 'model-%' }],
    ['a pattern without models', { model_name: '%zzz%' }],
    ["a user's pattern", { model_name: '%l-1%', username: PLAIN_USER }],
    ['a channel', { channel: '3' }],
    ["a channel's 30 days", { channel: '3', ...month }],
    ['a token', { token_name: 'token-231' }],
    ["a token's 30 days", { token_name: 'token-231', ...month }],
    ["a user's token and model", { username: PLAIN_USER, token_name: 'token-231', model_name: 'model-12' }],
  ];
  const of = (kind: string, path: string) =>
    filters.map(([name, query]) => ({ name: `${kind}: ${name}`, path: withQuery(path, query) }));
  const exported = { format: 'csv' };
  return [
    ...of('list', '/api/log/'),
    { name: 'list: page 5,000', path: withQuery('/api/log/', { p: '5000' }) },
    ...of('sum', '/api/log/stat'),
    ...of('bars', '/api/log/bars'),
    ...['model', 'token', 'user', 'channel'].map((by) => ({
      name: `groups: 24 hours by ${by}`,
      path: withQuery('/api/log/groups', { by, ...today }),
    })),
    { name: 'search', path: withQuery('/api/log/search', { keyword: 'nothing begins so' }) },
    { name: 'dashboard: a week', path: withQuery('/api/data/', week) },
    { name: 'dashboard: 24 hours', path: withQuery('/api/data/', today) },
    { name: 'dashboard: a month', path: withQuery('/api/data/', month) },
    { name: 'dashboard: users, a month', path: withQuery('/api/data/users', month) },
    { name: 'dashboard: service, 24 hours', path: withQuery('/api/data/service', today) },
    { name: 'dashboard: spend, a month', path: withQuery('/api/data/spend', month) },
    { name: 'dashboard: margin, a month', path: withQuery('/api/data/margin', { by: 'model', ...month }) },
    {
      name: 'export: 5 MB of everything',
      path: withQuery('/api/log/export', exported),
      bytes: 5_000_000,
    },
    {
      name: "export: a user's week",
      path: withQuery('/api/log/export', { ...exported, ...week, username: PLAIN_USER }),
      bytes: 5_000_000,
    },
    {
      name: 'export: 1 MB of a pattern',
      path: withQuery('/api/log/export', { ...exported, model_name: '%l-7%' }),
      bytes: 1_000_000,
    },
    {
      name: 'cleaning: the oldest hours',
      path: withQuery('/api/log/', { target_timestamp: String(now - 8 * ROWS_PER_DAY) }),
      method: 'DELETE',
    },
  ];
}

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams({ page_size: '10', ...query })}`;
}
