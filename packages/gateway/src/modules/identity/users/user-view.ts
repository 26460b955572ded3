import type { User } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import * as accounts from '../../billing/accounts.ts';
import type { UserRow } from '../repository/users.ts';
import { settingText } from './stored-setting.ts';

/** Rows for the console API, with all balances read at once. No secret is among the fields. */
export async function toUsers(ctx: Context, rows: readonly UserRow[]): Promise<User[]> {
  const ids = rows.map(({ id }) => id);
  const [money, earnings] = await Promise.all([
    accounts.readMany(ctx, 'user', ids),
    accounts.readMany(ctx, 'aff', ids),
  ]);
  return rows.map((row) => ({
    ...plain(row),
    quota: money(row.id).remaining,
    ...(money(row.id).held > 0 && { held_quota: money(row.id).held }),
    used_quota: money(row.id).used,
    request_count: money(row.id).count,
    aff_quota: earnings(row.id).remaining,
  }));
}

export async function toUser(ctx: Context, row: UserRow): Promise<User> {
  const [user] = await toUsers(ctx, [row]);
  return user as User;
}

function plain(row: UserRow) {
  const { password_hash: _, access_token_hash: __, created_at: ___, warned: ____, ...shown } = row;
  const { deleted_at, aff_code, aff_history, setting, ...rest } = shown;
  return {
    ...rest,
    password: '' as const,
    verification_code: '' as const,
    access_token: null,
    aff_code: aff_code ?? '',
    aff_history_quota: aff_history,
    setting: settingText(setting),
    DeletedAt: deleted_at === null ? null : new Date(deleted_at * 1000).toISOString(),
  };
}
