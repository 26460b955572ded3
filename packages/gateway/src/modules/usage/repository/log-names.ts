import { LogType } from '@tollgate/contract';
import { sql } from 'kysely';
import { type BulkInsert, insertMany } from '../../../db/bulk.ts';
import { like } from '../../../db/portable.ts';
import type { LogDb } from '../../../db/schema.ts';
import type { LogValues } from './log-values.ts';

/**
 * Names of users and models that new rows bring into the log. Remembers those of its process, so that most
 * batches write nothing.
 */
export class NewLogNames {
  readonly #users = new Set<string>();
  readonly #models = new Set<string>();

  /** Writes names that are not stored yet. Call `remember` when the transaction is committed. */
  async write(tx: LogDb, rows: readonly LogValues[]): Promise<{ remember(): void }> {
    const users = new Map<string, [string, number]>();
    const models = new Set<string>();
    for (const { username, user_id, model_name, type, channel_id } of rows) {
      const key = `${user_id} ${username}`;
      if (username !== '' && !this.#users.has(key)) users.set(key, [username, user_id]);
      // A call that reached no channel may name any model.
      const isInvented = type === LogType.error && channel_id === 0;
      if (model_name !== '' && !isInvented && !this.#models.has(model_name)) models.add(model_name);
    }
    // In a fixed order, so that processes cannot deadlock.
    const names = [...users.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, values]) => values);
    await insertMany(tx, insertUsers, names);
    await insertMany(
      tx,
      insertModels,
      [...models].sort().map((name) => [name]),
    );
    return {
      remember: () => {
        remember(this.#users, users.keys());
        remember(this.#models, models);
      },
    };
  }
}

/** Returns all users whose rows bear a name, also those who have another name by now. */
export async function findUserIds(logDb: LogDb, username: string): Promise<number[]> {
  const query = logDb.selectFrom('log_user_names').select('user_id').where('username', '=', username);
  return (await query.orderBy('user_id').limit(MAX_USERS).execute()).map(({ user_id }) => Number(user_id));
}

/** The models that match a pattern of LIKE, without an escape; the first `limit` of them. */
export async function findModels(logDb: LogDb, pattern: string, limit: number): Promise<string[]> {
  const rows = await logDb
    .selectFrom('log_model_names')
    .select('model_name')
    .where(like(logDb, 'model_name', pattern.replace(/!/g, '!!')))
    .orderBy('model_name')
    .limit(limit)
    .execute();
  return rows.map(({ model_name }) => model_name);
}

function remember(cache: Set<string>, names: Iterable<string>): void {
  if (cache.size > MAX_REMEMBERED) cache.clear();
  for (const name of names) cache.add(name);
}

const unlessKnown = (column: string) => (flavor: string) =>
  flavor === 'mysql'
    ? sql`on duplicate key update ${sql.ref(column)} = ${sql.ref(column)}`
    : sql`on conflict do nothing`;
const insertUsers: BulkInsert = {
  table: 'log_user_names',
  columns: ['username', 'user_id'],
  tail: unlessKnown('user_id'),
};
const insertModels: BulkInsert = {
  table: 'log_model_names',
  columns: ['model_name'],
  tail: unlessKnown('model_name'),
};
const MAX_REMEMBERED = 100_000;
const MAX_USERS = 100;
