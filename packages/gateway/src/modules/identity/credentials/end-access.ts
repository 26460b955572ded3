import type { Context } from '../../../core/context.ts';
import * as accessTokens from '../repository/access-tokens.ts';
import * as sessions from '../repository/sessions.ts';

/**
 * Ends all access of a user to the console: all sessions and the system access token. Every change that
 * removes access calls it, in its transaction: a new password, a ban, another role, the end of the account.
 *
 * @param sessionToKeep hash of the session that stays, of the browser in which the user changes the own
 * password
 */
export async function endAccess(
  tx: Context,
  userId: number,
  { sessionToKeep = null }: { sessionToKeep?: string | null } = {},
): Promise<void> {
  await sessions.removeOthers(tx.db, userId, sessionToKeep ?? '');
  await accessTokens.removeOfUser(tx.db, userId);
}
