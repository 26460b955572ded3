import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { randomText } from '../../secrets/random.ts';
import { change, ofUser } from '../../shared/change.ts';
import { endAccess } from '../credentials/end-access.ts';
import { hashPassword, KNOWN_REQUESTER } from '../credentials/passwords.ts';
import * as users from '../repository/users.ts';

/**
 * Gives a user a new random password, which is returned this once, and ends every session and the access token.
 * For the operator at the server, who needs neither the old password nor a mailbox.
 *
 * @throws {AppError} `user_not_found`
 */
export async function setRandomPassword(ctx: CallContext, login: string): Promise<string> {
  const password = randomText(20);
  const password_hash = await hashPassword(password, KNOWN_REQUESTER);
  await change(
    ctx,
    ({ id }: { id: number }) => ofUser(id, 'users'),
    async (tx) => {
      const user = await users.findByLogin(tx.db, login);
      if (!user) throw new AppError('user_not_found');
      await users.update(tx.db, user.id, { password_hash });
      await endAccess(tx, user.id);
      recordAction(tx, { action: 'user.password_reset', target: `user:${user.id}` });
      return { id: user.id };
    },
  );
  return password;
}
