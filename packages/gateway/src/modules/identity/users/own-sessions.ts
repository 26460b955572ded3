import type { endSession, listSessions, Output, Parsed } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { callerOf } from '../../shared/caller.ts';
import * as sessions from '../credentials/sessions.ts';

export async function list(ctx: CallContext): Promise<Output<typeof listSessions>> {
  const { id, sessionId } = callerOf(ctx);
  const rows = await sessions.listOf(ctx, id);
  return rows.map(({ id_hash, ip, user_agent, created_at, last_seen_at }) => ({
    id: nameOf(id_hash),
    ip,
    user_agent,
    created_at,
    last_seen_at,
    current: id_hash === sessionId,
  }));
}

/** @throws {AppError} `session_not_found` */
export async function end(ctx: CallContext, { id }: Parsed<typeof endSession>): Promise<undefined> {
  const caller = callerOf(ctx);
  const found = (await sessions.listOf(ctx, caller.id)).find(({ id_hash }) => nameOf(id_hash) === id);
  if (!found) throw new AppError('session_not_found');
  await sessions.endByHash(ctx, found.id_hash);
  return undefined;
}

export function endOthers(ctx: CallContext): Promise<number> {
  const { id, sessionId } = callerOf(ctx);
  return sessions.endOthers(ctx, id, sessionId);
}

/** Enough to distinguish sessions, and useless to sign in with. */
function nameOf(idHash: string): string {
  return idHash.slice(0, 16);
}
