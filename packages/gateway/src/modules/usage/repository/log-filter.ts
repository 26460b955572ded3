import { LogType } from '@tollgate/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { flavorOf, like } from '../../../db/portable.ts';
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
  const column = (name: 'model_name' | 'group' | 'channel_id') =>
    avoidsIndexes(db, filter) ? sql<never>`+${sql.ref(name)}` : sql.ref<never>(name);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.userIds) query = query.where('user_id', 'in', [...filter.userIds]);
  if (filter.tokenId !== undefined) query = query.where('token_id', '=', filter.tokenId);
  if (filter.type === LogType.error) query = query.where(isFailure);
  else if (filter.type) query = query.where(isType(filter.type));
  if (filter.failure)
    query = query.where(filter.failure === 'charged' ? isChargedFailure : isType(LogType.error));
  if (filter.username) query = query.where('username', '=', filter.username);
  if (filter.token_name) query = query.where('token_name', '=', filter.token_name);
  if (filter.model_name) query = query.where(isModel(db, filter.model_name, column('model_name')));
  if (filter.models)
    query = query.where(sql<boolean>`${column('model_name')} in (${sql.join([...filter.models])})`);
  if (filter.group) query = query.where(sql<boolean>`${column('group')} = ${filter.group}`);
  if (filter.channel) query = query.where(sql<boolean>`${column('channel_id')} = ${filter.channel}`);
  if (filter.start_timestamp) query = query.where('created_at', '>=', filter.start_timestamp);
  if (filter.end_timestamp) query = query.where('created_at', '<=', filter.end_timestamp);
  return query;
}

/** Rows of calls that failed but were charged for what came. The index of them needs the same condition text. */
export const isChargedFailure = sql<boolean>`(type = 2 and status >= 400)`;

/** Rows of failed calls. The type of charged ones stays that of consumption, as programs sum it up. */
export const isFailure = sql<boolean>`(type = ${sql.lit(LogType.error)} or ${isChargedFailure})`;

/** Filters that together find what one finds, each served by an index. */
export function partsOf(db: LogDb, filter: LogFilter): LogFilter[] {
  if (filter.type !== LogType.error) return [filter];
  // Servers know which index finds fewer rows.
  if (flavorOf(db) === 'sqlite' && hasFewRows(filter)) return [filter];
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
export function hasOwnIndex(filter: LogFilter): boolean {
  return hasFewRows(filter) || Boolean(filter.channel);
}

/** Whether the rows of the filter are those of some users or tokens. */
function hasFewRows({ userId, userIds, tokenId, token_name }: LogFilter): boolean {
  return Boolean(userId !== undefined || userIds || tokenId !== undefined || token_name);
}

/** SQLite would rather read all rows of a model, group or channel than the few failures of all of them. */
function avoidsIndexes(db: LogDb, filter: LogFilter): boolean {
  return filter.failure !== undefined && flavorOf(db) === 'sqlite' && !hasFewRows(filter);
}

/** The index of types leaves calls out, where the database can; SQLite needs the same condition text. */
export function isType(type: number) {
  return type === LogType.consumption
    ? sql<boolean>`type = ${sql.lit(LogType.consumption)}`
    : sql<boolean>`(type = ${type} and type <> ${sql.lit(LogType.consumption)})`;
}

/** A name without wildcards is looked up by its index. There is no escape in the pattern of the console API. */
export function isModel(db: LogDb, pattern: string, column: RawBuilder<unknown> = sql.ref('model_name')) {
  if (!isPattern(pattern)) return sql<boolean>`${column} = ${pattern}`;
  return like(db, 'model_name', pattern.replace(/!/g, '!!'));
}
