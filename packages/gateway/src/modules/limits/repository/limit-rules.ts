import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { asKey, insertForId } from '../../../db/portable.ts';
import type { Db, LimitRuleTable, Schema } from '../../../db/schema.ts';

export type LimitRuleRow = Selectable<LimitRuleTable>;

/** Empty texts do not filter. */
export interface LimitFilter {
  readonly scope?: string;
  readonly scopeId?: string;
}

export function find(db: Db, id: number): Promise<LimitRuleRow | undefined> {
  return db.selectFrom('limit_rules').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function list(
  db: Db,
  filter: LimitFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LimitRuleRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function count(db: Db, filter: LimitFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** In the order in which they are checked. */
export function listEnabled(db: Db): Promise<LimitRuleRow[]> {
  return db.selectFrom('limit_rules').selectAll().where('enabled', '=', 1).orderBy('id').execute();
}

/** Those that are off too. */
export function listAll(db: Db): Promise<LimitRuleRow[]> {
  return db.selectFrom('limit_rules').selectAll().execute();
}

export function insert(db: Db, row: Insertable<LimitRuleTable>): Promise<number> {
  return insertForId(db, 'limit_rules', row);
}

export async function update(db: Db, id: number, changes: Updateable<LimitRuleTable>): Promise<void> {
  await db.updateTable('limit_rules').set(changes).where('id', '=', id).execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('limit_rules').where('id', '=', id).execute();
}

/** Whether the row that a rule limits exists. */
export async function targetExists(
  db: Db,
  table: 'users' | 'tokens' | 'channels',
  id: number,
): Promise<boolean> {
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Finds the names of users, tokens and channels that rules limit. */
export async function findNames(
  db: Db,
  limited: readonly { readonly scope: string; readonly id: string }[],
): Promise<(scope: string, id: string) => string> {
  const idsOf = (...scopes: readonly string[]) => [
    ...new Set(limited.flatMap(({ scope, id }) => (scopes.includes(scope) && isRowId(id) ? Number(id) : []))),
  ];
  const [users, tokens, channels] = await Promise.all([
    listNamed(idsOf('user'), (ids) =>
      db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute(),
    ),
    listNamed(idsOf('token'), (ids) =>
      db.selectFrom('tokens').select(['id', 'name']).where('id', 'in', ids).execute(),
    ),
    listNamed(idsOf('channel', 'channel_key'), (ids) =>
      db.selectFrom('channels').select(['id', 'name']).where('id', 'in', ids).execute(),
    ),
  ]);
  const byScope: Record<string, Map<string, string>> = { user: users, token: tokens, channel: channels };
  return (scope, id) => byScope[scope === 'channel_key' ? 'channel' : scope]?.get(id) ?? '';
}

async function listNamed(
  ids: readonly number[],
  select: (ids: readonly number[]) => Promise<{ id: number; name: string }[]>,
): Promise<Map<string, string>> {
  const rows = ids.length > 0 ? await select(ids) : [];
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

function isRowId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function matching(
  db: Db,
  { scope, scopeId }: LimitFilter,
): SelectQueryBuilder<Schema, 'limit_rules', object> {
  let query = db.selectFrom('limit_rules');
  if (scope) query = query.where('scope', '=', asKey(scope));
  if (scopeId) query = query.where('scope_id', '=', scopeId);
  return query;
}
