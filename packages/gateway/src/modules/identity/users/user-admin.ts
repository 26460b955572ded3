import {
  type createUser,
  newUsername,
  type Parsed,
  Role,
  type User,
  type updateUser,
} from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { describeIssue } from '../../../core/describe-issue.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import * as accounts from '../../billing/accounts.ts';
import { adjustQuota } from '../../billing/adjust-quota.ts';
import { callerOf } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import { knownRequesterAt } from '../../shared/requester.ts';
import { endAccess } from '../credentials/end-access.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { createAccount, refuseTakenName, rename } from '../entry/new-account.ts';
import { refuseCommonPassword } from '../entry/register.ts';
import * as table from '../repository/users.ts';
import { toUser } from './user-view.ts';
import { get, loadBelow } from './users.ts';

/** @throws {AppError} `role_too_high`, `username_taken`, `username_alike`, `password_common` */
export async function create(ctx: CallContext, input: Parsed<typeof createUser>): Promise<User> {
  const { username, password, display_name = username, role = Role.user } = input;
  if (role >= callerOf(ctx).role) throw new AppError('role_too_high');
  await refuseCommonPassword(password);
  await refuseTakenName(ctx, username);
  const password_hash = await hashPassword(password, knownRequesterAt(ctx));
  const id = await change(
    ctx,
    (made: number) => ofUser(made, 'users', 'tokens'),
    async (tx) => {
      const made = await createAccount(tx, { username, display_name, password_hash });
      recordAction(tx, { action: 'user.create', target: `user:${made}`, after: { username, display_name } });
      return made;
    },
  );
  return toUser(ctx, (await table.find(ctx.db, id)) as table.UserRow);
}

/**
 * Changes a user of a lower role. Corrects the quota by an entry over the difference to the balance that the
 * form showed; what calls spend meanwhile stays spent.
 *
 * @throws {AppError} `user_not_found`, `user_above`, `role_too_high`, `username_taken`, `username_alike`,
 * `password_common`, `group_unknown`
 */
export async function update(ctx: CallContext, input: Parsed<typeof updateUser>): Promise<User> {
  const { id, password } = input;
  const self = callerOf(ctx);
  if (input.role !== undefined && input.role >= self.role && self.role < Role.root)
    throw new AppError('role_too_high');
  await loadBelow(ctx, id);
  if (password) await refuseCommonPassword(password);
  const password_hash = password && (await hashPassword(password, knownRequesterAt(ctx)));
  await change(ctx, ofUser(id, 'users'), async (tx) => {
    const row = await loadBelow(tx, id);
    const changes = readChanges(tx, row, input);
    if (changes.username) await rename(tx, id, changes.username);
    if (Object.keys(changes).length > 0) await table.update(tx.db, id, changes);
    if (password_hash) {
      await table.update(tx.db, id, { password_hash });
      await endAccess(tx, id, { sessionToKeep: id === self.id ? self.sessionId : null });
    }
    record(tx, row, changes, Boolean(password_hash));
    await correctQuota(tx, input);
  });
  return get(ctx, { id });
}

type Changes = Partial<Pick<table.UserRow, 'username' | 'display_name' | 'group'>>;

/** Returns what differs from the row. Names from a sign-in provider may exceed the usual limit. */
function readChanges(
  tx: CallContext,
  row: table.UserRow,
  { username, display_name, group }: Parsed<typeof updateUser>,
) {
  const changes: Changes = {};
  if (username && username !== row.username) changes.username = checkName(username);
  if (display_name && display_name !== row.display_name) changes.display_name = checkLength(display_name);
  if (group && group !== row.group) {
    if (!tx.options.current.GroupRatio.has(group)) throw new AppError('group_unknown', { group });
    changes.group = group;
  }
  return changes;
}

function checkName(username: string): string {
  const { error } = newUsername.safeParse(username);
  if (!error) return username;
  throw new AppError('invalid_input', { field: 'username', ...describeIssue(error.issues[0]) });
}

function checkLength(text: string): string {
  if (text.length <= 20) return text;
  throw new AppError('invalid_input', { field: 'display_name', reason: 'too_long', limit: 20 });
}

function record(tx: CallContext, row: table.UserRow, changes: Changes, newPassword: boolean): void {
  if (Object.keys(changes).length === 0 && !newPassword) return;
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, row[name as keyof Changes]]));
  const after = { ...changes, ...(newPassword && { password_replaced: true }) };
  recordAction(tx, { action: 'user.update', target: `user:${row.id}`, before, after });
}

async function correctQuota(
  tx: CallContext,
  { id, quota, quota_before }: Parsed<typeof updateUser>,
): Promise<void> {
  if (quota === undefined) return;
  const shown = quota_before ?? (await accounts.read(tx, { type: 'user', id })).remaining;
  await adjustQuota(tx, id, quota - shown, 'edited');
}
