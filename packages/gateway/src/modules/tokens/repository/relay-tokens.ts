import type { Db } from '../../../db/schema.ts';

/** Finds a token with its owner, with the fields that the relay needs. Money is in the ledger. */
export async function findByHash(db: Db, keyHash: string) {
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id as tokenId',
      'tokens.name as tokenName',
      'tokens.key_sealed as key',
      'tokens.status as tokenStatus',
      'tokens.expired_time as expiresAt',
      'tokens.unlimited_quota as unlimited',
      'tokens.model_limits_enabled as limitsModels',
      'tokens.model_limits as models',
      'tokens.allow_ips as allowIps',
      'tokens.group as tokenGroup',
      'users.id as userId',
      'users.username as username',
      'users.role as role',
      'users.status as userStatus',
      'users.group as userGroup',
      'users.setting as setting',
    ])
    .where('tokens.key_hash', '=', keyHash)
    .where('tokens.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findByHash>>>;

/** Quota units. */
export interface AccountState {
  balance: number;
  used: number;
}

export async function findAccount(
  db: Db,
  ownerType: 'user' | 'token',
  ownerId: number,
): Promise<AccountState | undefined> {
  const account = await db
    .selectFrom('account')
    .select(['balance', 'used', 'used_before'])
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return (
    account && { balance: Number(account.balance), used: Number(account.used) + Number(account.used_before) }
  );
}

/** The money of a user or a token, in quota units. */
export interface Funds {
  /** The balance, including holds. */
  readonly total: number;
  /** Held for calls under way. */
  readonly held: number;
  /** Number of these calls. */
  readonly calls: number;
}

/** Returns zeros without an account. */
export async function findFunds(db: Db, ownerType: 'user' | 'token', ownerId: number): Promise<Funds> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'balance', 'held', 'floor'])
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!account) return { total: 0, held: 0, calls: 0 };
  const total = Number(account.balance) - Number(account.floor);
  const held = Number(account.held);
  if (held === 0) return { total, held, calls: 0 };
  const { calls } = await db
    .selectFrom('hold')
    .select(({ fn }) => fn.countAll().as('calls'))
    .where(ownerType === 'user' ? 'user_account' : 'token_account', '=', account.id)
    .executeTakeFirstOrThrow();
  return { total, held, calls: Number(calls) };
}
