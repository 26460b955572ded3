import { UserStatus } from '@tollgate/contract';
import { AppError } from '../../core/errors.ts';
import { readSessionCookie } from '../../http/cookies.ts';
import { hostOf, refuseCrossSite, refuseOtherUser } from '../../http/cross-site.ts';
import * as sessions from '../../modules/identity/credentials/sessions.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Person } from '../routes/playground.ts';

/**
 * Authenticates the session by the rules for writes in the console: only from our own pages, only as the user
 * that the page shows, and never on a demo site. @throws {AppError | RelayError}
 */
export async function authenticateSession(
  ctx: RelayContext,
  { request, host, secure }: Exchange,
): Promise<Person> {
  const { headers } = request;
  const { ServerAddress, DemoSiteEnabled } = ctx.options.current;
  refuseCrossSite(headers, [host, hostOf(ServerAddress)], ctx.config.consoleOrigins);
  const secret = readSessionCookie(headers.cookie, secure);
  const person = secret && (await sessions.findWithUser(ctx, secret));
  if (!person)
    throw headers.authorization ? new RelayError(400, 'access_token_refused') : new AppError('not_signed_in');
  refuseOtherUser(headers, person.id);
  if (person.status !== UserStatus.enabled) throw new AppError('account_banned');
  if (DemoSiteEnabled) throw new AppError('demo_read_only');
  return person;
}
