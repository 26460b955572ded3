import { Role } from '@tollgate/contract';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { contains, insertForId, isDuplicateKey } from '../../../db/portable.ts';
import type { Db, UserTable } from '../../../db/schema.ts';
import * as skeletons from './name-skeletons.ts';

export type UserRow = Selectable<UserTable>;
export type NewUserRow = Insertable<UserTable>;

/** Absent fields do not filter. */
export interface UserFilter {
  /** A part of the name, the e-mail or the display name, or the whole id. */
  keyword?: string;
  group?: string;
  role?: number | undefined;
  status?: number | undefined;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

export function find(db: Db, id: number) {
  return present(db).where('id', '=', id).executeTakeFirst();
}

/** By user name, or else by e-mail. A name wins over an equal e-mail. */
export async function findByLogin(db: Db, login: string) {
  const byName = await present(db).where('username', '=', login).executeTakeFirst();
  return byName ?? findByEmail(db, login);
}

/** Also finds users who deregistered: names are never reused. */
export async function findIdByName(db: Db, username: string): Promise<number | undefined> {
  const row = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst();
  return row?.id;
}

/** Returns the first of several: imported addresses may be there twice, and in any case. */
export function findByEmail(db: Db, email: string) {
  if (email === '') return undefined;
  const spellings = [email, email.toLowerCase()];
  return present(db).where('email', 'in', spellings).orderBy('id').executeTakeFirst();
}

/** Also counts users who deregistered: a new account does not bring a second opening balance. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

export function findByAffCode(db: Db, code: string) {
  return present(db).where('aff_code', '=', code).where('status', '=', ENABLED).executeTakeFirst();
}

export async function hasRole(db: Db, role: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hasAny(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Call inside a transaction. @throws when the name, or one that looks like it, is taken: see `isDuplicateKey` */
export async function insert(db: Db, row: Insertable<UserTable>): Promise<number> {
  const id = await insertForId(db, 'users', row);
  await skeletons.claim(db, id, row.username);
  return id;
}

/** Returns nothing when the name, or one that looks like it, is taken; the transaction is lost then. */
export async function insertNew(db: Db, row: NewUserRow): Promise<number | undefined> {
  try {
    return await insert(db, row);
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

export async function update(db: Db, id: number, changes: Updateable<UserTable>): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Returns false when the name, or one that looks like it, is taken; the transaction is lost then. */
export async function rename(db: Db, id: number, username: string): Promise<boolean> {
  try {
    await update(db, id, { username });
    await skeletons.replace(db, id, username);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Sets a code where there is none. Returns false when another user has the code. */
export async function giveAffCode(db: Db, id: number, aff_code: string): Promise<boolean> {
  try {
    await db
      .updateTable('users')
      .set({ aff_code })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('aff_code', 'is', null), eb('aff_code', '=', '')]))
      .execute();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function countInvited(db: Db, id: number, reward: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ aff_count: eb('aff_count', '+', 1), aff_history: eb('aff_history', '+', reward) }))
    .where('id', '=', id)
    .execute();
}

/** Lists those of the given users who are enabled and have not deregistered. */
/** Returns one of some ids that no user has. */
export async function findMissing(db: Db, ids: readonly number[]): Promise<number | undefined> {
  if (ids.length === 0) return undefined;
  const rows = await present(db)
    .where('id', 'in', [...ids])
    .execute();
  return ids.find((id) => !rows.some((row) => row.id === id));
}

export function listPresent(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return present(db)
    .where('id', 'in', [...ids])
    .where('status', '=', ENABLED)
    .execute();
}

/** Sets or clears the flag of a sent warning. Of concurrent calls a single one returns true. */
/** Enabled users of exactly this role. */
export function listByRole(db: Db, role: number): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', role)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Enabled administrators, the super admin among them. */
export async function listAdminIds(db: Db): Promise<number[]> {
  const rows = await present(db)
    .clearSelect()
    .select('id')
    .where('role', '>=', Role.admin)
    .where('status', '=', ENABLED)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setWarned(db: Db, id: number, warned: 0 | 1): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ warned })
    .where('id', '=', id)
    .where('warned', '!=', warned)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function count(db: Db, filter: UserFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Newest first, including users who deregistered. */
export function list(
  db: Db,
  filter: UserFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<UserRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

function matching(db: Db, { keyword, group, role, status, before }: UserFilter) {
  let query = db.selectFrom('users');
  if (keyword) {
    query = query.where((eb) =>
      eb.or([
        ...(['username', 'email', 'display_name'] as const).map((column) =>
          contains(db, `users.${column}`, keyword),
        ),
        ...(/^\d{1,15}$/.test(keyword) ? [eb('users.id', '=', Number(keyword))] : []),
      ]),
    );
  }
  if (group) query = query.where('group', '=', group);
  if (role) query = query.where('role', '=', role);
  if (status) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query;
}

/** Leaves out users who deregistered. */
function present(db: Db) {
  return db.selectFrom('users').selectAll().where('deleted_at', 'is', null);
}

const ENABLED = 1;

/** Names of users by their ids, deleted ones too. */
export async function listNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, username }) => [Number(id), username]));
}
