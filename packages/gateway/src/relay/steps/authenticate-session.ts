import { UserStatus } from '@tollgate/contract';
import * as sessions from '../../auth/sessions.ts';
import { AppError } from '../../core/errors.ts';
import { readSessionHeader } from '../../http/cookies.ts';
import { hostOf, refuseCrossSite, refuseOtherUser } from '../../http/cross-site.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Person } from '../playground.ts';

/**
 * Who is signed in, by the rules of the console's own writes: from our own pages only, as the user that the page shows,
 * and on a demo site nobody. @throws {AppError | RelayError}
 */
export async function authenticateSession(
  ctx: RelayContext,
  { request, host, secure }: Exchange,
): Promise<Person> {
  const { headers } = request;
  const { ServerAddress, DemoSiteEnabled } = ctx.options.current;
  refuseCrossSite(headers, [host, hostOf(ServerAddress)], ctx.config.consoleOrigins);
  const secret = readSessionHeader(headers.cookie, secure);
  const person = secret && (await sessions.findWithUser(ctx, secret));
  if (!person)
    throw headers.authorization ? new RelayError(400, 'access_token_refused') : new AppError('not_signed_in');
  refuseOtherUser(headers, person.id);
  if (person.status !== UserStatus.enabled) throw new AppError('account_banned');
  if (DemoSiteEnabled) throw new AppError('demo_read_only');
  return person;
}
