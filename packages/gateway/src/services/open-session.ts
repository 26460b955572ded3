import type { login, Output } from '@tollgate/contract';
import * as sessions from '../auth/sessions.ts';
import type { CallContext } from '../core/context.ts';
import type { UserRow } from '../repositories/users.ts';
import { type Device, rememberOrigin } from './known-origins.ts';

/** What the browser brought along. */
export interface Visit extends Device {
  secret: string | undefined;
  userAgent: string;
  /** What the address bar shows, without the port. */
  hostname: string;
}

export type SignedIn = Pick<
  Output<typeof login>,
  'id' | 'username' | 'display_name' | 'role' | 'status' | 'group'
>;

/** `secret` and `device` are for cookies. */
export interface OpenedSession {
  secret: string;
  device: string;
  user: SignedIn;
}

/**
 * Starts a session for somebody who proved who they are, by whatever way; an older one of the same browser ends.
 * Returns what the browser keeps and what the page may know. Whether they may come in was asked before.
 */
export async function openSession(ctx: CallContext, user: UserRow, visit: Visit): Promise<OpenedSession> {
  if (visit.secret) await sessions.end(ctx, visit.secret);
  const secret = await sessions.start(ctx, user.id, { ip: ctx.ip, userAgent: visit.userAgent });
  const device = await rememberOrigin(ctx, user.id, visit);
  const { id, username, display_name, role, status, group } = user;
  return { secret, device, user: { id, username, display_name, role, status, group } };
}

/** Empty for what is no address. */
export function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
