import type { Context } from '../../core/context.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { change, ofUser } from '../shared/change.ts';
import * as tokens from './repository/tokens.ts';

/**
 * The hash by which a key is known that was imported as the SHA-256 of the whole key, `sk-` included.
 *
 * @param text the key without `sk-`
 */
export function foreignHash({ secrets }: Pick<Context, 'secrets'>, text: string): string {
  return secrets.hash(`sk-${text}`);
}

/** Whether a key can have the form of the gateway's own ones. In those, a hyphen comes before a channel. */
function isPlain(text: string): boolean {
  return !text.includes('-');
}

/**
 * Stores an imported key at its first use, when it is known at last: sealed, so that its owner can see it, and by
 * the hash of the gateway's own keys if it has their form.
 */
export async function adoptKey(ctx: Context, userId: number, text: string): Promise<void> {
  const before = foreignHash(ctx, text);
  const key_hash = isPlain(text) ? ctx.secrets.hash(text) : before;
  const key_sealed = ctx.secrets.seal(text, sealedPlace.tokenKey(key_hash));
  await change(ctx, ofUser(userId, 'tokens'), (tx) => tokens.adopt(tx.db, before, { key_hash, key_sealed }));
}
