import { UserStatus } from '@tollgate/contract';
import * as sessions from '../auth/sessions.ts';
import type { Context } from '../core/context.ts';
import type { Visit as SessionVisit } from '../services/open-session.ts';

/** What the browser brought along. */
export interface Visit extends SessionVisit {
  /** The secret of this browser while it signs in elsewhere. */
  readonly flowSecret: string | undefined;
  /** Keeps it for as long as a sign-in may take. */
  setFlow(secret: string): void;
  /** The address that the browser asked for: `https://gate.example`. */
  readonly origin: string;
  /** The user that the page says it belongs to; a page of another site cannot say it. */
  readonly sentUserId: string | undefined;
}

type Session = NonNullable<Awaited<ReturnType<typeof sessions.findWithUser>>>;

/** Who is signed in here, and says so. Undefined for everybody else: they are visitors. */
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
