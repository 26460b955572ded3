import type { Context } from '../core/context.ts';
import * as users from '../repositories/users.ts';
import { randomText } from './random.ts';
import { sha256 } from './secrets.ts';

/** Who holds a system access token. Only its hash is stored. */
export function findHolder(ctx: Context, token: string) {
  return users.findByAccessToken(ctx.db, sha256(token));
}

/** Replaces the user's token and answers the new one: it is shown this once. */
export async function replace(ctx: Context, userId: number): Promise<string> {
  const token = randomText(32);
  await users.update(ctx.db, userId, { access_token_hash: sha256(token) });
  return token;
}
