import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { isStaffName } from '../../../core/staff-names.ts';
import * as accounts from '../../billing/accounts.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { addFirstToken } from '../../tokens/first-token.ts';
import { NoteType, writeNote } from '../../usage/log-note.ts';
import { noteText, quotaText } from '../../usage/log-texts.ts';
import * as skeletons from '../repository/name-skeletons.ts';
import * as users from '../repository/users.ts';

/** A new user: the given columns, and the invitation code of another user. */
export type NewAccount = Omit<
  users.NewUserRow,
  'created_at' | 'inviter_id' | 'aff_code' | 'aff_count' | 'aff_history' | 'warned'
> & {
  /** Unknown codes, and those of users who deregistered, count as none. */
  aff_code?: string | undefined;
};

/**
 * Creates a user with everything that belongs to one: the account with its opening balance, the rewards of an
 * invitation, the log rows and, when configured, a first token. The only way to create a user except the
 * first. Call inside `change` with the topic `users`, or `tokens` too.
 *
 * @throws {AppError} `username_taken`; the transaction is lost then
 */
export async function createAccount(tx: CallContext, { aff_code, ...draft }: NewAccount): Promise<number> {
  const inviter = aff_code ? await users.findByAffCode(tx.db, aff_code) : undefined;
  const row = {
    display_name: draft.username,
    ...draft,
    inviter_id: inviter?.id ?? 0,
    created_at: nowSeconds(tx),
  };
  const id = await users.insertNew(tx.db, row);
  if (id === undefined) throw new AppError('username_taken');
  if (inviter) await rewardInviter(tx, inviter.id, id);
  await openWithGifts(tx, id, inviter !== undefined);
  if (tx.config.generateDefaultToken) await addFirstToken(tx, { id, username: row.username });
  return id;
}

/**
 * Refuses names that are taken, also by users who deregistered, and names that look like one that is taken.
 *
 * @param own the user who wants the name; may have one that looks like it already
 * @throws {AppError} `username_taken`, `username_alike`
 */
export async function refuseTakenName(ctx: Context, username: string, own?: number): Promise<void> {
  const holder = await users.findIdByName(ctx.db, username);
  if (holder !== undefined && holder !== own) throw new AppError('username_taken');
  const owners = await skeletons.findOwners(ctx.db, username);
  if (owners.some((id) => id !== own)) throw new AppError('username_alike');
}

/**
 * Refuses names that look like staff. Administrators may give such names.
 *
 * @throws {AppError} `username_reserved`
 */
export function refuseStaffName(username: string): void {
  if (isStaffName(username)) throw new AppError('username_reserved');
}

/** Changes the name with which a user signs in. @throws {AppError} `username_taken`, `username_alike` */
export async function rename(tx: Context, id: number, username: string): Promise<void> {
  await refuseTakenName(tx, username, id);
  if (!(await users.rename(tx.db, id, username))) throw new AppError('username_taken');
}

async function openWithGifts(tx: CallContext, id: number, invited: boolean): Promise<void> {
  const { QuotaForNewUser: welcome, QuotaForInvitee: bonus } = tx.options.current;
  const owner = { type: 'user', id } as const;
  await accounts.open(tx, owner, { balance: welcome, kind: 'grant', by: 0 });
  if (welcome > 0) await writeGiftNote(tx, id, 'welcome', welcome);
  if (!invited || bonus === 0) return;
  if (await accounts.credit(tx, owner, { amount: bonus, kind: 'invited', ref: `user:${id}` }))
    await writeGiftNote(tx, id, 'invited', bonus);
}

/** Earnings stay on a separate account until their owner moves them to the balance. */
async function rewardInviter(tx: CallContext, inviterId: number, newUserId: number): Promise<void> {
  const reward = tx.options.current.QuotaForInviter;
  if (reward === 0) return;
  const owner = { type: 'aff', id: inviterId } as const;
  const given = await accounts.credit(tx, owner, {
    amount: reward,
    kind: 'referral',
    ref: `user:${newUserId}`,
  });
  await users.countInvited(tx.db, inviterId, given ? reward : 0);
  if (given) await writeGiftNote(tx, inviterId, 'referral', reward);
}

function writeGiftNote(tx: CallContext, userId: number, event: Gift, quota: number): Promise<void> {
  const text = noteText(tx, event, (reader) => ({ amount: quotaText(reader, quota) }));
  return writeNote(tx, { type: NoteType.system, userId, ...text, other: { event, quota } });
}

type Gift = 'welcome' | 'invited' | 'referral';
