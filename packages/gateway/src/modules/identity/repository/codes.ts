import { insertIfNew } from '../../../db/portable.ts';
import type { CodePurpose, Db } from '../../../db/schema.ts';

interface Address {
  purpose: CodePurpose;
  address_hash: string;
}

interface CodeRequest extends Address {
  /** Seconds since 1970. */
  at: number;
  /** Days since 1970. */
  day: number;
  minGapSeconds: number;
  maxPerDay: number;
}

/** Counts a request for a code. Returns false when the last one is too recent or the day's limit is met. */
export async function countRequest(db: Db, request: CodeRequest): Promise<boolean> {
  const { purpose, address_hash, at, day, minGapSeconds, maxPerDay } = request;
  const first = { purpose, address_hash, asked_at: at, day, asked_today: 1 };
  if (await insertIfNew(db, 'codes', first)) return true;
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set((eb) => ({
      // Before `day`: MySQL assigns from left to right, and reads what it has assigned.
      asked_today: eb
        .case()
        .when('day', '=', day)
        .then(eb('asked_today', '+', 1))
        .else(1)
        .end(),
      asked_at: at,
      day,
    }))
    .where('purpose', '=', purpose)
    .where('address_hash', '=', address_hash)
    .where('asked_at', '<=', at - minGapSeconds)
    .where((eb) => eb.or([eb('day', '!=', day), eb('asked_today', '<', maxPerDay)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export function findRequested(db: Db, { purpose, address_hash }: Address) {
  return db
    .selectFrom('codes')
    .select(['asked_at', 'asked_today'])
    .where('purpose', '=', purpose)
    .where('address_hash', '=', address_hash)
    .executeTakeFirst();
}

/** Replaces the last code by a new one. */
export async function put(
  db: Db,
  { purpose, address_hash }: Address,
  code: { code_hash: string; expires_at: number },
): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ...code, tries: 0 })
    .where('purpose', '=', purpose)
    .where('address_hash', '=', address_hash)
    .execute();
}

/** Counts a try before the code is compared. Returns false without a live code, or after too many tries. */
export async function countTry(
  db: Db,
  { purpose, address_hash }: Address,
  { at, maxTries }: { at: number; maxTries: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('address_hash', '=', address_hash)
    .where('code_hash', '!=', '')
    .where('expires_at', '>', at)
    .where('tries', '<', maxTries)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function isLive(
  db: Db,
  { purpose, address_hash }: Address,
  { code_hash, at }: { code_hash: string; at: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('codes')
    .select('purpose')
    .where('purpose', '=', purpose)
    .where('address_hash', '=', address_hash)
    .where('code_hash', '=', code_hash)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a code up. Of concurrent tries with the right one, a single one returns true. */
export async function use(db: Db, { purpose, address_hash }: Address, code_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set({ code_hash: '' })
    .where('purpose', '=', purpose)
    .where('address_hash', '=', address_hash)
    .where('code_hash', '=', code_hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Seconds since 1970. */
export async function removeRequestedBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('codes').where('asked_at', '<', before).execute();
}
