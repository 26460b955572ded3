import { type Context, transact } from '../../core/context.ts';
import { notify } from '../notifications/notify.ts';
import * as notifications from '../notifications/repository/notifications.ts';
import { nowSeconds } from '../shared/caller.ts';
import * as tokens from './repository/tokens.ts';

/**
 * Notifies owners of tokens that expire within three days: once for each day, with all its tokens. Tokens that
 * live for less than a week end without a word, because their owner wanted them to. Several gateways may run
 * this at the same time. Returns how many were notified.
 */
export async function notifyOfExpiringTokens(ctx: Context): Promise<number> {
  const now = nowSeconds(ctx);
  const span = { from: now, until: now + AHEAD_SECONDS, minLifeSeconds: MIN_LIFE_SECONDS };
  let sent = 0;
  for (const [subject, due] of group(await tokens.listExpiring(ctx.reader, span)))
    if (await notifyOwner(ctx, subject, due)) sent += 1;
  return sent;
}

type Expiring = Awaited<ReturnType<typeof tokens.listExpiring>>[number];

function notifyOwner(ctx: Context, subject: string, due: readonly Expiring[]): Promise<boolean> {
  const user_id = due[0]?.user_id ?? 0;
  const kind = 'token_expiring';
  return transact(ctx, async (tx) => {
    if (await notifications.has(tx.db, { user_id, kind, subject })) return false;
    const names = due.slice(0, MAX_NAMED).map(({ name, id }) => name || `#${id}`);
    const more = due.length > MAX_NAMED ? `, … (${due.length})` : '';
    const facts = { day: dayOf(due[0]?.expired_time ?? 0), names: names.join(', ') + more };
    await notify(tx, [user_id], { kind, subject, facts, link: '/token' });
    return true;
  });
}

/** By owner and day. */
function group(due: readonly Expiring[]): Map<string, Expiring[]> {
  return Map.groupBy(due, ({ user_id, expired_time }) => `${user_id}:${dayOf(expired_time)}`);
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

const AHEAD_SECONDS = 3 * 86_400;
const MIN_LIFE_SECONDS = 7 * 86_400;
const MAX_NAMED = 10;
