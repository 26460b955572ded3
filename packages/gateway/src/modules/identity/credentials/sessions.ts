import type { Context } from '../../../core/context.ts';
import { randomSecret } from '../../secrets/random.ts';
import { sha256 } from '../../secrets/secrets.ts';
import * as table from '../repository/sessions.ts';

export interface SessionOrigin {
  ip: string;
  userAgent: string;
}

/** Starts a session and returns its secret, which only the cookie holds: the table has the hash. */
export async function start(ctx: Context, userId: number, { ip, userAgent }: SessionOrigin): Promise<string> {
  const secret = randomSecret();
  const at = nowSeconds(ctx);
  await table.insert(ctx.db, {
    id_hash: sha256(secret),
    user_id: userId,
    created_at: at,
    last_seen_at: at,
    ip,
    user_agent: userAgent.slice(0, 255),
  });
  return secret;
}

/**
 * Returns the session with its user as both are in the table now. Undefined when it ended, idled out or never
 * existed. Records the use every few minutes; when that fails, as on a full disk, the session still counts.
 */
export async function findWithUser(ctx: Context, secret: string) {
  const found = await table.findWithUser(ctx.db, sha256(secret));
  if (!found) return undefined;

  const at = nowSeconds(ctx);
  const { id_hash, created_at, last_seen_at } = found;
  if (at - created_at > ABSOLUTE_SECONDS || at - last_seen_at > IDLE_SECONDS) {
    await logFailure(ctx, table.remove(ctx.db, id_hash));
    return undefined;
  }
  if (at - last_seen_at > TOUCH_SECONDS) await logFailure(ctx, table.touch(ctx.db, id_hash, at));
  return found;
}

/** For optional writes: reading must stay possible when the database accepts no more rows. */
async function logFailure({ log }: Context, write: Promise<void>): Promise<void> {
  await write.catch((err: unknown) => log.warn({ err }, 'The use of a session was not recorded'));
}

export function end(ctx: Context, secret: string): Promise<void> {
  return table.remove(ctx.db, sha256(secret));
}

/** Lists live sessions, latest first. */
export function listOf(ctx: Context, userId: number) {
  const at = nowSeconds(ctx);
  return table.listOfUser(ctx.db, userId, {
    createdSince: at - ABSOLUTE_SECONDS,
    seenSince: at - IDLE_SECONDS,
  });
}

export function endByHash(ctx: Context, idHash: string): Promise<void> {
  return table.remove(ctx.db, idHash);
}

/** Ends the sessions of a user except the named one; all when there is none. Returns how many. */
export function endOthers(ctx: Context, userId: number, idHashToKeep: string | null): Promise<number> {
  return table.removeOthers(ctx.db, userId, idHashToKeep ?? '');
}

/** Deletes expired rows. */
export function sweep(ctx: Context): Promise<number> {
  const at = nowSeconds(ctx);
  return table.removeOlder(ctx.db, { createdBefore: at - ABSOLUTE_SECONDS, seenBefore: at - IDLE_SECONDS });
}

function nowSeconds(ctx: Context): number {
  return Math.floor(ctx.now() / 1000);
}

const IDLE_SECONDS = 7 * 24 * 3600;
const ABSOLUTE_SECONDS = 30 * 24 * 3600;
/** A write at every request would be one write per click. */
const TOUCH_SECONDS = 300;
