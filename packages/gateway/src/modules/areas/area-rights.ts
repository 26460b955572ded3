import type {
  AreaRight,
  listAreaMembers,
  Output,
  Parsed,
  removeAreaMember,
  setAreaMember,
} from '@tollgate/contract';
import type { CallContext, Caller, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import * as users from '../identity/repository/users.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { readRights, writeRights } from './area-right-names.ts';
import { targetOf } from './area-rollout.ts';
import * as members from './repository/area-members.ts';
import * as publishers from './repository/publishers.ts';

/** How deploy tokens begin. */
export const DEPLOY_TOKEN = /^pub_/;

/**
 * Returns the caller of a deploy token for an endpoint that wants this right, of one area where it names one.
 * @throws {AppError} `publish_token_wrong`, `not_allowed`
 */
export async function findDeployCaller(
  ctx: Context,
  token: string,
  { right, areaId }: { right: AreaRight; areaId: string | undefined },
): Promise<Caller> {
  const row = await findDeployToken(ctx, token);
  if (areaId !== undefined && areaId !== row.area_id)
    throw new AppError('not_allowed', { changed: 'area', area: row.area_id, wanted: areaId, name: row.name });
  requireRight(row, right, 'not_allowed');
  return { ...tokenCaller(row), areas: [row.area_id] };
}

/** A deploy token as the author of a change. The id is unique; the name still tells people which when it is revoked. */
export function tokenCaller({ id, name }: Pick<publishers.TokenRow, 'id' | 'name'>): Caller {
  return { id: 0, username: `deploy token ${id} (${name})`, role: 0, group: '', sessionId: null };
}

/**
 * Finds a token that was neither revoked nor has ended.
 *
 * @throws {AppError} `publish_token_wrong`, which says when it ended: the caller has the token itself
 */
export async function findDeployToken(ctx: Context, token: string): Promise<publishers.TokenRow> {
  const row = await publishers.findToken(ctx.db, ctx.secrets.hash(token));
  if (!row) throw new AppError('publish_token_wrong');
  const { name, area_id: area, expires_at, revoked_at } = row;
  if (revoked_at > 0)
    throw new AppError('publish_token_wrong', { changed: 'revoked', name, area, at: writeTime(revoked_at) });
  if (expires_at !== 0 && expires_at <= nowSeconds(ctx))
    throw new AppError('publish_token_wrong', { changed: 'expired', name, area, at: writeTime(expires_at) });
  return row;
}

/** @throws {AppError} `code` that names the right which a deploy token lacks, and those that it has */
export function requireRight(
  { name, area_id: area, rights }: publishers.TokenRow,
  right: AreaRight,
  code: 'not_allowed' | 'publish_token_wrong',
): void {
  const held = readRights(rights);
  if (!held.includes(right))
    throw new AppError(code, { changed: 'right', right, area, name, held: held.join(', ') || '-' });
}

/** `2026-11-27 13:05 UTC`: read in a terminal, by people of any place. */
function writeTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns the areas for which a user has a right: of one area where it is named. */
export async function listAreasOfMember(
  ctx: Context,
  userId: number,
  { right, areaId }: { right: AreaRight; areaId: string | undefined },
): Promise<string[]> {
  const rows = await members.listOfUser(ctx.db, userId);
  const own = rows.filter(({ rights }) => readRights(rights).includes(right)).map(({ area_id }) => area_id);
  return areaId === undefined ? own : own.filter((id) => id === areaId);
}

export async function list(
  ctx: CallContext,
  { id }: { id: string },
): Promise<Output<typeof listAreaMembers>> {
  const rows = await members.listOfArea(ctx.db, id);
  return await Promise.all(
    rows.map(async ({ user_id, rights }) => {
      const user = await users.find(ctx.db, user_id);
      return { user_id, username: user?.username ?? '', rights: readRights(rights) };
    }),
  );
}

/** @throws {AppError} `user_not_found` */
export async function set(ctx: CallContext, input: Parsed<typeof setAreaMember>): Promise<undefined> {
  const { id, user_id, rights } = input;
  await change(ctx, ['areas'], async (tx) => {
    if (!(await users.find(tx.db, user_id))) throw new AppError('user_not_found');
    await members.put(tx.db, { area_id: id, user_id, rights: writeRights(rights) });
    recordAction(tx, { action: 'area.member_set', target: targetOf(id), after: { user_id, rights } });
  });
}

/** @throws {AppError} `user_not_found` when the user has no rights for the area */
export async function remove(ctx: CallContext, input: Parsed<typeof removeAreaMember>): Promise<undefined> {
  const { id, user_id } = input;
  await change(ctx, ['areas'], async (tx) => {
    if (!(await members.remove(tx.db, id, user_id))) throw new AppError('user_not_found');
    recordAction(tx, { action: 'area.member_remove', target: targetOf(id), before: { user_id } });
  });
}
