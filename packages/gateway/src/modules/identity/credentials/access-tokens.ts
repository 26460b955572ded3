import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { randomText } from '../../secrets/random.ts';
import { sha256 } from '../../secrets/secrets.ts';
import * as table from '../repository/access-tokens.ts';

/**
 * Returns the current holder of a system access token. Records the use once a minute, in the background.
 *
 * @throws {AppError} `access_token_invalid`, `access_token_expired`
 */
export async function findHolder(ctx: Context, token: string) {
  const hash = sha256(token);
  const holder = await table.findWithUser(ctx.db, hash);
  if (!holder) throw new AppError('access_token_invalid');
  const at = Math.floor(ctx.now() / 1000);
  if (holder.expires_at !== null && holder.expires_at <= at) throw new AppError('access_token_expired');
  if (holder.last_used_at === null || holder.last_used_at <= at - TOUCH_SECONDS) {
    table
      .touch(ctx.db, hash, { at, unlessSince: at - TOUCH_SECONDS })
      .catch((err: unknown) => ctx.log.warn({ err }, 'The use of an access token was not recorded'));
  }
  return holder;
}

/**
 * Replaces the user's token. Returns the new one, which is shown only this once: the table has its hash.
 *
 * @param token.expiresAt unix seconds; null for never
 */
export async function replace(
  ctx: Context,
  userId: number,
  { name, expiresAt }: { name: string; expiresAt: number | null },
): Promise<string> {
  const token = randomText(32);
  await table.put(ctx.db, {
    user_id: userId,
    token_hash: sha256(token),
    name,
    created_at: Math.floor(ctx.now() / 1000),
    expires_at: expiresAt,
  });
  return token;
}

/** At most one write a minute, however many requests a program sends. */
const TOUCH_SECONDS = 60;
