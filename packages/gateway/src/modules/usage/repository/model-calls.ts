import { LogType } from '@tollgate/contract';
import { type SqlBool, sql } from 'kysely';
import type { LogDb } from '../../../db/schema.ts';

export interface ModelCount {
  model_name: string;
  /** Start of the hour or day of UTC. */
  start: number;
  count: number;
}

export interface FailedCount extends ModelCount {
  /** Calls that failed for a reason of the provider or the gateway. */
  faults: number;
}

/** The hours or days that begin at `since` or later. */
export interface Span {
  readonly since: number;
  readonly seconds: 3600 | 86_400;
  /** Default: all. */
  readonly model?: string;
}

/**
 * The caller gets 5xx for failures of a provider or of the gateway. Below 500 only the refusals count that a provider
 * gave to the operator's account: calls without a channel were refused to the caller.
 */
const isFault = sql<SqlBool>`(status >= 500 or (channel_id > 0 and status in (401, 402, 403, 408, 429)))`;
const faults = sql<number>`sum(case when ${isFault} then 1 else 0 end)`.as('faults');
const count = sql<number>`count(*)`.as('count');

/** Counts the charged calls of each model, also those whose answer broke off. */
export async function countCharged(db: LogDb, span: Span): Promise<ModelCount[]> {
  const start = startOf(span);
  const rows = await db
    .selectFrom('model_hours')
    .where('created_at', '>=', span.since)
    .$if(span.model !== undefined, (query) => query.where('model_name', '=', span.model ?? ''))
    .select(['model_name', start.as('start'), sql<number>`sum(${sql.ref('count')})`.as('count')])
    .groupBy(['model_name', start])
    .execute();
  return rows.map((row) => ({ ...row, start: Number(row.start), count: Number(row.count) }));
}

/** Counts failed calls of each model: without a charge, or charged for what came before the answer broke off. */
export async function countFailed(db: LogDb, span: Span, isCharged: boolean): Promise<FailedCount[]> {
  const start = startOf(span);
  const all = db
    .selectFrom('logs')
    .where('created_at', '>=', span.since)
    .$if(span.model !== undefined, (query) => query.where('model_name', '=', span.model ?? ''));
  const failed = isCharged
    ? all.where(sql<SqlBool>`type = 2 and status >= 400`) // as its partial index has it
    : all.where('type', '=', LogType.error);
  const rows = await failed
    .select(['model_name', start.as('start'), count, faults])
    .groupBy(['model_name', start])
    .execute();
  return rows.map((row) => ({
    ...row,
    ...{ start: Number(row.start), count: Number(row.count), faults: Number(row.faults) },
  }));
}

/** Returns the times of those streams that are among the latest charged calls, of `limit` calls at most. */
export function listStreams(
  db: LogDb,
  { since, model, limit }: { since: number; model?: string; limit: number },
) {
  const latest = db
    .selectFrom('logs')
    .select(['model_name', 'first_token_ms', 'duration_ms', 'completion_tokens'])
    .where('type', '=', LogType.consumption)
    .where('created_at', '>=', since)
    .$if(model !== undefined, (query) => query.where('model_name', '=', model ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return db.selectFrom(latest.as('latest')).selectAll().where('first_token_ms', '>', 0).execute();
}

function startOf({ seconds }: Span) {
  return sql<number>`created_at - created_at % ${sql.lit(seconds)}`;
}
