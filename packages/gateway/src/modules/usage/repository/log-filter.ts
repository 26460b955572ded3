import { LogType } from '@tollgate/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { like } from '../../../db/portable.ts';
import type { LogDb, LogSchema } from '../../../db/schema.ts';

/** Empty texts and absent numbers do not filter. Times are unix seconds, both inclusive. */
export interface LogFilter {
  userId?: number | undefined;
  /** Rows of one of these users; an empty list finds nothing. */
  userIds?: readonly number[] | undefined;
  tokenId?: number | undefined;
  type?: number | undefined;
  username?: string | undefined;
  token_name?: string | undefined;
  /** A name, or a pattern of SQL's LIKE, as the console API has it: `gpt-4%`. Patterns ignore the case. */
  model_name?: string | undefined;
  /** Rows of one of these models; an empty list finds nothing. */
  models?: readonly string[] | undefined;
  start_timestamp?: number | undefined;
  end_timestamp?: number | undefined;
  channel?: number | undefined;
  group?: string | undefined;
  /** One kind of failed calls: each has an index of its own. */
  failure?: 'uncharged' | 'charged' | undefined;
}

export type LogQuery = SelectQueryBuilder<LogSchema, 'logs', object>;

export function matching(db: LogDb, filter: LogFilter): LogQuery {
  let query = db.selectFrom('logs');
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.userIds) query = query.where('user_id', 'in', [...filter.userIds]);
  if (filter.tokenId !== undefined) query = query.where('token_id', '=', filter.tokenId);
  if (filter.type === LogType.error) query = query.where(isFailure);
  else if (filter.type) query = query.where(isType(filter.type));
  if (filter.failure)
    query = query.where(filter.failure === 'charged' ? isChargedFailure : isType(LogType.error));
  if (filter.username) query = query.where('username', '=', filter.username);
  if (filter.token_name) query = query.where('token_name', '=', filter.token_name);
  if (filter.model_name) query = query.where(isModel(db, filter.model_name));
  if (filter.models) query = query.where('model_name', 'in', [...filter.models]);
  if (filter.group) query = query.where('group', '=', filter.group);
  if (filter.channel) query = query.where('channel_id', '=', filter.channel);
  if (filter.start_timestamp) query = query.where('created_at', '>=', filter.start_timestamp);
  if (filter.end_timestamp) query = query.where('created_at', '<=', filter.end_timestamp);
  return query;
}

/** Rows of calls that failed but were charged for what came. The index of them needs the same condition text. */
export const isChargedFailure = sql<boolean>`(type = 2 and status >= 400)`;

/** Rows of failed calls. The type of charged ones stays that of consumption, as programs sum it up. */
export const isFailure = sql<boolean>`(type = ${sql.lit(LogType.error)} or ${isChargedFailure})`;

/** Filters that together find what one finds, each served by an index. */
export function partsOf(filter: LogFilter): LogFilter[] {
  if (filter.type !== LogType.error || hasOwnIndex(filter)) return [filter];
  const rest = { ...filter, type: undefined };
  return [
    { ...rest, failure: 'uncharged' },
    { ...rest, failure: 'charged' },
  ];
}

/** Whether the filter names users or models that the log does not contain. */
export function findsNothing({ userIds, models }: LogFilter): boolean {
  return userIds?.length === 0 || models?.length === 0;
}

/** Whether a text is a pattern of LIKE and not a name. */
export function isPattern(text: string): boolean {
  return /[%_]/.test(text);
}

/** Whether an index other than that of time serves the filter. */
export function hasOwnIndex({ userId, userIds, tokenId, token_name, channel }: LogFilter): boolean {
  return Boolean(userId !== undefined || userIds || tokenId !== undefined || token_name || channel);
}

/** The index of types leaves calls out, where the database can; SQLite needs the same condition text. */
export function isType(type: number) {
  return type === LogType.consumption
    ? sql<boolean>`type = ${sql.lit(LogType.consumption)}`
    : sql<boolean>`(type = ${type} and type <> ${sql.lit(LogType.consumption)})`;
}

/** A name without wildcards is looked up by its index. There is no escape in the pattern of the console API. */
export function isModel(db: LogDb, pattern: string) {
  if (!isPattern(pattern)) return sql<boolean>`model_name = ${pattern}`;
  return like(db, 'model_name', pattern.replace(/!/g, '!!'));
}
