import type { CallContext, Context } from '../../../core/context.ts';
import { limitKey } from '../../../core/networks.ts';
import { randomText } from '../../secrets/random.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as table from '../repository/known-origins.ts';

/** The cookie of a browser that signed in before; absent in a new one. */
export interface Device {
  readonly device: string | undefined;
}

/**
 * Returns a name for the browser or the address of a request that signed in to this account before. The
 * browser takes precedence: it stays the same in another network, and strangers do not share it.
 */
export async function findKnownOrigin(
  ctx: CallContext,
  userId: number,
  { device }: Device,
): Promise<string | undefined> {
  const [id = '', ...signatures] = (device ?? '').split('.');
  if (signatures.includes(signatureOf(ctx, id, userId))) return `device:${id}`;
  return (await table.isKnown(ctx.db, userId, addressHash(ctx))) ? `address:${limitKey(ctx.ip)}` : undefined;
}

/**
 * Remembers the address of a sign-in. Returns the cookie for the browser: its id, signed for each account
 * that signed in with it, the latest first. It proves nothing but an earlier sign-in, so it does not end with
 * the session.
 */
export async function rememberOrigin(ctx: CallContext, userId: number, { device }: Device): Promise<string> {
  const row = { user_id: userId, origin_hash: addressHash(ctx), seen_at: nowSeconds(ctx) };
  await table.remember(ctx.db, row, MAX_ADDRESSES);
  const [sentId = '', ...signatures] = (device ?? '').split('.');
  const id = /^\w{24}$/.test(sentId) ? sentId : randomText(24);
  const own = signatureOf(ctx, id, userId);
  const others = signatures.filter((signature) => SIGNATURE.test(signature) && signature !== own);
  return [id, own, ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

export function forgetOrigins(tx: Context, userId: number): Promise<void> {
  return table.removeOfUser(tx.db, userId);
}

/** Forgets addresses without a sign-in for half a year. */
export function sweep(ctx: Context): Promise<void> {
  return table.removeOlder(ctx.db, nowSeconds(ctx) - RETENTION_SECONDS);
}

function addressHash(ctx: CallContext): string {
  return ctx.secrets.keyedHash(limitKey(ctx.ip), 'known_origins');
}

function signatureOf(ctx: Context, id: string, userId: number): string {
  return ctx.secrets.keyedHash(`${id}\n${userId}`, 'device').slice(0, 32);
}

const SIGNATURE = /^[0-9a-f]{32}$/;
const MAX_ADDRESSES = 50;
/** Accounts that one browser remembers. */
const MAX_ACCOUNTS = 5;
const RETENTION_SECONDS = 180 * 24 * 3600;
