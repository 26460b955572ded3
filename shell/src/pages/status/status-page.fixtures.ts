import type { Incident, PublicModel, StatusPage } from '@tollgate/contract';

const now = Math.floor(Date.now() / 1000);
const days = (bad: Record<number, number> = {}) =>
  Array.from({ length: 30 }, (_, day) => (day < 4 ? null : (bad[day] ?? 1)));

export const incident: Incident = {
  id: 1,
  title: 'Slow answers of claude-sonnet-4',
  text: 'The provider answers slowly. Requests are sent to another account until it is well again.',
  state: 'monitoring',
  models: ['claude-sonnet-4'],
  started_at: now - 5400,
  resolved_at: 0,
  updated_at: now - 600,
};

export const models: PublicModel[] = [
  {
    model: 'claude-sonnet-4',
    status: 'degraded',
    uptime: 0.981,
    first_token_ms: 2140,
    days: days({ 29: 0.82, 12: 0.95 }),
  },
  { model: 'deepseek-chat', status: 'up', uptime: 0.999, first_token_ms: 610, days: days() },
  { model: 'gpt-4o-mini', status: 'up', uptime: 1, first_token_ms: 320, days: days({ 20: 0.991 }) },
  {
    model: 'text-embedding-3-large',
    status: 'unknown',
    uptime: null,
    first_token_ms: null,
    days: days().map(() => null),
  },
];

export const page: StatusPage = {
  updated_at: now - 12,
  models,
  incidents: [
    incident,
    {
      ...{ ...incident, id: 2, title: 'Outage of all models', text: '', models: [], state: 'resolved' },
      ...{ started_at: now - 400_000, resolved_at: now - 396_000 },
    },
  ],
};
