import { randomBytes } from 'node:crypto';
import {
  type CursorPage,
  type createRedemptions,
  type listRedemptions,
  type Parsed,
  type pageRedemptions,
  type Redemption,
  RedemptionStatus,
  type searchRedemptions,
  type updateRedemption,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { cursorPage } from '../shared/page.ts';
import * as redemptions from './repository/redemptions.ts';

/** The console API echoes the requested page, 0 included. */
export async function list(
  ctx: Context,
  input: Parsed<typeof listRedemptions>,
): Promise<CursorPage<Redemption>> {
  return { ...(await readPage(ctx, {}, input)), ...(input.p === 0 && { page: 0 }) };
}

export async function search(
  ctx: Context,
  { keyword: prefix, ...input }: Parsed<typeof searchRedemptions>,
): Promise<CursorPage<Redemption>> {
  return { ...(await readPage(ctx, { prefix }, input)), ...(input.p === 0 && { page: 0 }) };
}

export function page(ctx: Context, input: Parsed<typeof pageRedemptions>): Promise<CursorPage<Redemption>> {
  const { keyword, status } = input;
  return readPage(ctx, { keyword, status }, input);
}

export async function get(ctx: Context, { id }: { id: number }): Promise<Redemption> {
  return toRedemption(ctx, await load(ctx, id));
}

/** Codes have 128 random bits, so that they cannot be guessed. Sealed in the database, found by hash. */
export async function create(
  ctx: CallContext,
  { name, quota, count }: Parsed<typeof createRedemptions>,
): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomBytes(16).toString('hex'));
  await change(ctx, [], async (tx) => {
    for (const key of keys) await insert(tx, key, { name, quota });
  });
  return keys;
}

/** @throws {AppError} `redemption_not_found`, `redemption_used`, `invalid_input` */
export async function update(ctx: CallContext, input: Parsed<typeof updateRedemption>): Promise<Redemption> {
  const { id, name, quota, status, status_only } = input;
  const changes = status_only ? { status } : { name, quota };
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(sent).length === 0) {
    throw new AppError('invalid_input', { field: status_only ? 'status' : 'name', reason: 'required' });
  }
  await change(ctx, [], async (tx) => {
    const before = await load(tx, id);
    if (!(await redemptions.updateUnlessUsed(tx.db, id, sent))) throw new AppError('redemption_used');
    const after = { ...before, ...sent };
    recordAction(tx, { action: 'redemption.update', target: `redemption:${id}`, before, after });
  });
  return get(ctx, { id });
}

export async function remove(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, [], async (tx) => {
    const before = await load(tx, id);
    await redemptions.remove(tx.db, id, nowSeconds(tx));
    recordAction(tx, { action: 'redemption.delete', target: `redemption:${id}`, before });
  });
  return undefined;
}

async function insert(tx: CallContext, key: string, fields: { name: string; quota: number }): Promise<void> {
  const key_hash = tx.secrets.hash(key);
  const after = {
    ...fields,
    user_id: callerOf(tx).id,
    key_hash,
    key_sealed: tx.secrets.seal(key, sealedPlace.redemptionKey(key_hash)),
    status: RedemptionStatus.unused,
    created_time: nowSeconds(tx),
  };
  const id = await redemptions.insert(tx.db, after);
  recordAction(tx, { action: 'redemption.create', target: `redemption:${id}`, after });
}

async function load(ctx: Context, id: number): Promise<redemptions.RedemptionRow> {
  const row = await redemptions.find(ctx.db, id);
  if (!row) throw new AppError('redemption_not_found', { id });
  return row;
}

function readPage(
  ctx: Context,
  filter: redemptions.RedemptionFilter,
  query: Parsed<typeof listRedemptions>,
): Promise<CursorPage<Redemption>> {
  return cursorPage(ctx.reader, redemptions, { filter, page: query }, (row) => toRedemption(ctx, row));
}

/** The code is empty when it cannot be opened; its owner can still redeem it. */
function toRedemption(
  ctx: Context,
  { key_hash, key_sealed, deleted_at: _, ...row }: redemptions.RedemptionRow,
): Redemption {
  const key = tryOpen(ctx.secrets, key_sealed, sealedPlace.redemptionKey(key_hash)) ?? '';
  return { ...row, key, count: 0, DeletedAt: null };
}
