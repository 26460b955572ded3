import { UserStatus } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { hasInvisible } from '../../../core/name-skeletons.ts';
import { isStaffName } from '../../../core/staff-names.ts';
import { randomText } from '../../secrets/random.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import { createAccount } from '../entry/new-account.ts';
import { openSession } from '../entry/open-session.ts';
import * as identities from '../repository/identities.ts';
import type { UserRow } from '../repository/users.ts';
import { type Identity, keyOf, labelOf, providerName } from './identity.ts';
import type { Visit } from './visit.ts';

/**
 * Signs in the user of this identity, and creates an account when there is none. Of concurrent requests with
 * the same new identity one creates it and all sign in.
 *
 * @throws {AppError} `demo_read_only`, `register_off`, `account_deleted`, `account_banned`, `busy`
 */
export async function enter(ctx: CallContext, identity: Identity, visit: Visit, affCode = '') {
  const user = (await identities.findHolder(ctx.db, keyOf(identity))) ?? (await join(ctx, identity, affCode));
  return admit(ctx, user, visit);
}

/**
 * The same without creating an account. @throws {AppError} `identity_unknown`, `account_deleted`,
 * `account_banned`
 */
export async function enterIfKnown(ctx: CallContext, identity: Identity, visit: Visit) {
  const user = await identities.findHolder(ctx.db, keyOf(identity));
  if (!user) throw new AppError('identity_unknown', { provider: providerName[identity.provider] });
  return admit(ctx, user, visit);
}

function admit(ctx: CallContext, user: UserRow, visit: Visit) {
  if (user.deleted_at !== null) throw new AppError('account_deleted');
  if (user.status !== UserStatus.enabled) throw new AppError('account_banned');
  return openSession(ctx, user, visit);
}

async function join(ctx: CallContext, identity: Identity, affCode: string): Promise<UserRow> {
  const { DemoSiteEnabled, RegisterEnabled } = ctx.options.current;
  if (DemoSiteEnabled) throw new AppError('demo_read_only');
  if (!RegisterEnabled) throw new AppError('register_off');
  for (const username of await namesFor(ctx, identity)) {
    await tryToJoin(ctx, identity, { username, aff_code: affCode });
    const user = await identities.findHolder(ctx.db, keyOf(identity));
    if (user) return user;
  }
  throw new AppError('busy');
}

/** Rolls everything back when another request was faster: the second account and its opening balance. */
async function tryToJoin(
  ctx: CallContext,
  identity: Identity,
  draft: { username: string; aff_code: string },
): Promise<void> {
  try {
    await change(
      ctx,
      (made: number) => ofUser(made, 'users', 'tokens'),
      async (tx) => {
        const display_name = displayNameOf(identity);
        const user_id = await createAccount(tx, { ...draft, display_name, ...labelOf(identity) });
        const row = { ...keyOf(identity), user_id, created_at: nowSeconds(tx) };
        if (!(await identities.claim(tx.db, row))) throw new Overtaken();
        return user_id;
      },
    );
  } catch (error) {
    const isNameTaken = error instanceof AppError && error.code === 'username_taken';
    if (!isNameTaken && !(error instanceof Overtaken)) throw error;
  }
}

/** Names to try in turn: the provider's when the rules allow it, then numbered ones. */
async function namesFor(ctx: CallContext, { provider, username = '' }: Identity): Promise<string[]> {
  const hasForm = /^(?!\.+$)[\p{L}\p{N}._-]{1,32}$/u.test(username) && !hasInvisible(username);
  const mayHave = hasForm && !isStaffName(username);
  const wantedNames = mayHave ? [username] : [];
  const next = (await identities.latestUserId(ctx.db)) + 1;
  const drawn = Array.from({ length: 3 }, () => `${provider}_${randomText(8).toLowerCase()}`);
  return [...wantedNames, `${provider}_${next}`, ...drawn];
}

function displayNameOf({ provider, displayName = '' }: Identity): string {
  const clean = displayName.replace(/\p{C}/gu, '').trim();
  return [...clean].slice(0, MAX_DISPLAY_NAME).join('') || `${providerName[provider]} User`;
}

/** Another request claimed the identity in the meantime. */
class Overtaken extends Error {}

const MAX_DISPLAY_NAME = 20;
