import type { IdentityProvider } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { callerOf, nowSeconds } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import { refuseOldSignIn } from '../entry/recent-sign-in.ts';
import * as identities from '../repository/identities.ts';
import * as users from '../repository/users.ts';
import { type Identity, keyOf, labelColumn, labelOf, providerName } from './identity.ts';

/**
 * Binds an identity to an account, in place of another one of the same provider.
 *
 * @throws {AppError} `identity_taken` by another account, `demo_read_only`
 */
export async function bind(ctx: CallContext, { id }: { id: number }, identity: Identity): Promise<void> {
  if (ctx.options.current.DemoSiteEnabled) throw new AppError('demo_read_only');
  await change(ctx, ofUser(id, 'users'), async (tx) => {
    await identities.lockUser(tx.db, id);
    const holder = await identities.findHolder(tx.db, keyOf(identity));
    if (holder?.id === id) return;
    if (holder) throw taken(identity);
    await identities.remove(tx.db, id, identity.provider);
    const row = { ...keyOf(identity), user_id: id, created_at: nowSeconds(tx) };
    if (!(await identities.claim(tx.db, row))) throw taken(identity);
    await users.update(tx.db, id, labelOf(identity));
    recordAction(tx, { action: 'user.bind', target: `user:${id}`, after: labelOf(identity) });
  });
}

/**
 * Removes an identity. A user without a password keeps the last one.
 *
 * @throws {AppError} `sign_in_again`, `identity_not_bound`, `last_sign_in`
 */
export async function unbind(
  ctx: CallContext,
  { provider }: { provider: IdentityProvider },
): Promise<undefined> {
  refuseOldSignIn(ctx);
  const { id } = callerOf(ctx);
  await change(ctx, ofUser(id, 'users'), async (tx) => {
    await identities.lockUser(tx.db, id);
    const user = await users.find(tx.db, id);
    const bound = await identities.listProviders(tx.db, id);
    const column = labelColumn[provider];
    if (!user || (!bound.includes(provider) && user[column] === '')) throw new AppError('identity_not_bound');
    const others = bound.filter((other) => other !== provider);
    if (user.password_hash === '' && others.length === 0) throw new AppError('last_sign_in');
    await identities.remove(tx.db, id, provider);
    await users.update(tx.db, id, { [column]: '' });
    recordAction(tx, { action: 'user.unbind', target: `user:${id}`, before: { [column]: user[column] } });
  });
  return undefined;
}

function taken({ provider }: Identity): AppError {
  return new AppError('identity_taken', { provider: providerName[provider] });
}
