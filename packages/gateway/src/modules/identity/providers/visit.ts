import { UserStatus } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import * as sessions from '../credentials/sessions.ts';
import type { Visit as SessionVisit } from '../entry/open-session.ts';

/** The browser's part of a request. */
export interface Visit extends SessionVisit {
  /** The secret of this browser during a sign-in at a provider. */
  readonly flowSecret: string | undefined;
  /** Stores it for the duration of a sign-in. */
  setFlow(secret: string): void;
  /** The origin of the request's address: `https://gate.example`. */
  readonly origin: string;
  /** The user id that the page sends; a page of another site cannot send it. */
  readonly sentUserId: string | undefined;
}

type Session = NonNullable<Awaited<ReturnType<typeof sessions.findWithUser>>>;

/** Returns the signed-in user when the page names the same one. Undefined for visitors. */
export async function findSigner(ctx: Context, visit: Visit): Promise<Session | undefined> {
  const session = await findSession(ctx, visit);
  return visit.sentUserId?.trim() === String(session?.id) ? session : undefined;
}

export async function findSession(
  ctx: Context,
  { secret }: Pick<Visit, 'secret'>,
): Promise<Session | undefined> {
  const session = secret ? await sessions.findWithUser(ctx, secret) : undefined;
  return session?.status === UserStatus.enabled ? session : undefined;
}
