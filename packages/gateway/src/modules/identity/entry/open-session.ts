import type { login, Output } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import * as sessions from '../credentials/sessions.ts';
import type { UserRow } from '../repository/users.ts';
import { type Device, rememberOrigin } from './known-origins.ts';

/** The browser's part of a request. */
export interface Visit extends Device {
  secret: string | undefined;
  userAgent: string;
  /** The host in the address bar, without the port. */
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
 * Starts a session for a user who proved their identity in any way; an older one of the same browser ends.
 * Returns what the browser stores and what the page may know. The caller has checked that the user may sign
 * in.
 */
export async function openSession(ctx: CallContext, user: UserRow, visit: Visit): Promise<OpenedSession> {
  if (visit.secret) await sessions.end(ctx, visit.secret);
  const secret = await sessions.start(ctx, user.id, { ip: ctx.ip, userAgent: visit.userAgent });
  const device = await rememberOrigin(ctx, user.id, visit);
  const { id, username, display_name, role, status, group } = user;
  return { secret, device, user: { id, username, display_name, role, status, group } };
}

/** Empty for an invalid URL. */
export function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
