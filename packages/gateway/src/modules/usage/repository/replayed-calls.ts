import { LogType } from '@tollgate/contract';
import { flavorOf } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';

/** A charged call, as far as limits are about it. */
export interface ReplayedCall {
  readonly id: number;
  readonly request_id: string;
  /** Seconds since 1970 at which it began. */
  readonly created_at: number;
  readonly type: number;
  readonly user_id: number;
  readonly token_id: number;
  readonly channel_id: number;
  readonly group: string;
  readonly model_name: string;
  readonly quota: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Seconds. */
  readonly use_time: number;
}

/** All calls, or those of one user or channel, which have an index of their own. */
export interface ReplayedScope {
  readonly since: number;
  readonly user?: number;
  readonly channel?: number;
}

/** The calls before `last` (all, when it is absent), newest first. Rows of other types are among them. */
export function listReplayed(
  logDb: LogDb,
  { since, user, channel }: ReplayedScope,
  last: Pick<ReplayedCall, 'id' | 'created_at' | 'request_id'> | undefined,
  limit: number,
): Promise<ReplayedCall[]> {
  const columns = [
    'id',
    'request_id',
    'created_at',
    'type',
    'user_id',
    'token_id',
    'channel_id',
    'group',
    'model_name',
  ] as const;
  const amounts = ['quota', 'prompt_tokens', 'completion_tokens', 'use_time'] as const;
  let query = logDb
    .selectFrom('logs')
    .select([...columns, ...amounts])
    .limit(limit);
  const isClickhouse = flavorOf(logDb) === 'clickhouse';
  if ((user === undefined && channel === undefined) || isClickhouse) {
    const order = isClickhouse ? 'request_id' : 'id';
    query = query.where('created_at', '>=', since).orderBy('created_at', 'desc').orderBy(order, 'desc');
    if (user !== undefined) query = query.where('user_id', '=', user);
    if (channel !== undefined) query = query.where('channel_id', '=', channel);
    if (!last) return query.execute();
    const { created_at } = last;
    return query
      .where('created_at', '<=', created_at)
      .where((eb) => eb.or([eb('created_at', '<', created_at), eb(order, '<', last[order])]))
      .execute();
  }
  // The index of a user and of a channel has the order of ids, which is nearly that of time.
  query = query.orderBy('id', 'desc');
  if (user !== undefined) query = query.where('user_id', '=', user);
  if (channel !== undefined) query = query.where('channel_id', '=', channel);
  if (last) query = query.where('id', '<', last.id);
  return query.execute();
}

export function isCharged({ type }: ReplayedCall): boolean {
  return type === LogType.consumption;
}
