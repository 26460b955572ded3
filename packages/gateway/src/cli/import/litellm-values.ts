import { createHash } from 'node:crypto';
import { openSecretBox } from '../../core/secret-box.ts';
import type { Db } from '../../db/schema.ts';
import * as rules from '../../modules/limits/repository/limit-rules.ts';
import type { Fields } from './values.ts';

export const UNIT = 500_000;

/** Quota units of dollars. */
export function toUnits(dollars: number): number {
  const units = Math.round(dollars * UNIT);
  return Number.isSafeInteger(units) ? units : 0;
}

/** What somebody may spend, and within what time; no amount: as much as they like. */
export interface Budget {
  readonly amount: number | undefined;
  readonly spent: number;
  readonly window: string | undefined;
}

export function budgetOf(fields: Fields): Budget {
  return {
    amount: fields.has('max_budget') ? toUnits(fields.number('max_budget')) : undefined,
    spent: Math.max(0, toUnits(fields.number('spend'))),
    window: windowOf(fields.text('budget_duration')),
  };
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, mo: 720 };
const calendar: Readonly<Record<number, string>> = { 1: 'hour', 24: 'day', 168: 'week' };
const MOST_HOURS = 8784;

/** The window of a duration such as `30d`. Undefined for a budget that is never filled again. */
function windowOf(duration: string): string | undefined {
  if (duration === '') return undefined;
  const [, count = '', unit = ''] = /^(\d+)(mo|[smhdw])$/.exec(duration) ?? [];
  const hours = Number(count) * (HOURS[unit] ?? 0);
  if (hours === 0) return Number(count) > 0 ? 'minute' : undefined;
  return calendar[hours] ?? `rolling:${Math.min(hours, MOST_HOURS)}`;
}

interface RuleDraft {
  readonly scope: 'user' | 'token';
  readonly scope_id: number;
  readonly resource: 'quota' | 'tokens' | 'requests' | 'concurrent';
  readonly amount: number;
  readonly window: string;
}

/** The limits of a user or a key: its budget by time, and its tokens, calls and running calls by minute. */
export async function addRules(
  db: Db,
  { scope, scope_id }: Pick<RuleDraft, 'scope' | 'scope_id'>,
  fields: Fields,
  at: number,
): Promise<void> {
  const { amount, window } = budgetOf(fields);
  const limits: Pick<RuleDraft, 'resource' | 'amount' | 'window'>[] = [
    { resource: 'quota', amount: window ? (amount ?? 0) : 0, window: window ?? 'forever' },
    { resource: 'tokens', amount: fields.whole('tpm_limit'), window: 'minute' },
    { resource: 'requests', amount: fields.whole('rpm_limit'), window: 'minute' },
    { resource: 'concurrent', amount: fields.whole('max_parallel_requests'), window: 'forever' },
  ];
  for (const limit of limits.filter((each) => each.amount > 0))
    await rules.insert(db, {
      ...{ scope, scope_id: String(scope_id), models: '', time_zone: 'UTC', when_full: 'refuse' },
      ...{ created_time: at, ...limit },
    });
}

/** Reads values that LiteLLM sealed with its salt key. What is no sealed value is returned as it is. */
export function createOpener(saltKey: string | undefined): (value: string) => string {
  const key = saltKey && createHash('sha256').update(saltKey).digest();
  return (value) => (key && openSecretBox(Buffer.from(value, 'base64'), key)?.toString('utf8')) || value;
}

/** The rows that were made for users or teams. */
export async function findImported(
  db: Db,
  kind: 'user' | 'team',
  foreignIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(foreignIds.filter(Boolean))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_ids')
    .select(['foreign_id', 'id'])
    .where('kind', '=', kind)
    .where('foreign_id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ foreign_id, id }) => [foreign_id, Number(id)]));
}

/** A list of texts, which PostgreSQL's driver reads and others leave as JSON. */
export function listOf(fields: Fields, column: string): string[] {
  const value = fields.json(column);
  return Array.isArray(value) ? value.map(String) : [];
}
