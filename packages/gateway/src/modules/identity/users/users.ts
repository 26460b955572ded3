import {
  type getUser,
  type listUsers,
  type Output,
  type Parsed,
  Role,
  type searchUsers,
  type User,
} from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { callerOf } from '../../shared/caller.ts';
import { cursorRows } from '../../shared/page.ts';
import * as table from '../repository/users.ts';
import { toUser, toUsers } from './user-view.ts';

export function list(ctx: CallContext, input: Parsed<typeof listUsers>): Promise<Output<typeof listUsers>> {
  return read(ctx, input, {});
}

export function search(
  ctx: CallContext,
  { keyword, group, role, status, ...input }: Parsed<typeof searchUsers>,
): Promise<Output<typeof searchUsers>> {
  return read(ctx, input, { keyword, group, role, status });
}

/** @throws {AppError} `user_not_found`, `user_above` */
export async function get(ctx: CallContext, { id }: Parsed<typeof getUser>): Promise<User> {
  return toUser(ctx, await loadBelow(ctx, id));
}

/**
 * Returns a user whom the caller may manage: of a lower role than the caller's, or any user for the root.
 *
 * @throws {AppError} `user_not_found` also for users who deregistered, `user_above`
 */
export async function loadBelow(ctx: CallContext, id: number): Promise<table.UserRow> {
  const row = await table.find(ctx.db, id);
  if (!row) throw new AppError('user_not_found', { id });
  const { role } = callerOf(ctx);
  if (row.role >= role && role < Role.root) throw new AppError('user_above');
  return row;
}

async function read(
  ctx: CallContext,
  query: Parsed<typeof listUsers>,
  filter: table.UserFilter,
): Promise<Output<typeof listUsers>> {
  const page = await cursorRows(ctx.reader, table, { filter, page: query });
  return { ...page, items: await toUsers(ctx, page.items) };
}
