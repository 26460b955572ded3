import {
  type createToken,
  type deleteTokens,
  type Parsed,
  quotaAmount,
  type Token,
  type TokenDraft,
  TokenStatus,
  type updateToken,
} from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isAddressOrRange } from '../../net/address-list.ts';
import * as accounts from '../billing/accounts.ts';
import { usableGroups } from '../models/groups.ts';
import { randomText } from '../secrets/random.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change, ofUser } from '../shared/change.ts';
import * as tokens from './repository/tokens.ts';
import { toTokens } from './token-view.ts';

export async function get(ctx: CallContext, { id }: { id: number }): Promise<Token> {
  const [token] = await toTokens(ctx, [await load(ctx, id)]);
  return token as Token;
}

/** @throws {AppError} `token_group_refused`, `token_address_invalid`, `token_limit_reached` */
export async function create(ctx: CallContext, draft: Parsed<typeof createToken>): Promise<Token> {
  refuseForeignGroup(ctx, draft.group);
  const id = await change(ctx, ofUser(callerOf(ctx).id, 'tokens'), async (tx) => {
    const limit = tx.options.current.MaxTokensPerUser;
    await tokens.lockOwner(tx.db, callerOf(tx).id);
    if ((await tokens.countOwn(tx.db, callerOf(tx).id, {})) >= limit)
      throw new AppError('token_limit_reached', { limit });
    return add(tx, callerOf(tx).id, draft);
  });
  return get(ctx, { id });
}

/** Adds a token with its account, for any owner. Call inside `change` with the tokens of that user. */
export async function add(
  tx: CallContext,
  userId: number,
  draft: Parsed<typeof createToken>,
): Promise<number> {
  const key = randomText(48);
  const keyHash = tx.secrets.hash(key);
  const at = nowSeconds(tx);
  const id = await tokens.insert(tx.db, {
    ...toColumns(draft),
    user_id: userId,
    key_hash: keyHash,
    key_sealed: tx.secrets.seal(key, sealedPlace.tokenKey(keyHash)),
    created_time: at,
    accessed_time: at,
  });
  const { remain_quota: balance, unlimited_quota: unlimited } = draft;
  await accounts.open(tx, { type: 'token', id }, { balance, unlimited, kind: 'grant', by: userId });
  return id;
}

/**
 * @throws {AppError} `token_not_found`, `token_group_refused`, `token_address_invalid`; when it is enabled
 *   `token_expired`, `token_exhausted`
 */
export async function update(ctx: CallContext, input: Parsed<typeof updateToken>): Promise<Token> {
  const { id, status, status_only, ...draft } = input;
  await change(ctx, ofUser(callerOf(ctx).id, 'tokens'), async (tx) => {
    const row = await load(tx, id);
    if (status_only) {
      if (status !== TokenStatus.enabled && status !== TokenStatus.disabled)
        throw new AppError('invalid_input', { field: 'status', reason: 'invalid_value' });
      if (status === TokenStatus.enabled) await refuseUnusable(tx, row);
      await tokens.update(tx.db, id, { status });
      return;
    }
    if (draft.group !== undefined) refuseForeignGroup(tx, draft.group);
    await tokens.update(tx.db, id, toColumns(draft));
    const { unlimited_quota: unlimited = row.unlimited_quota === 1 } = draft;
    await accounts.setLimit(tx, { type: 'token', id }, { remaining: limitIn(draft, unlimited), unlimited });
  });
  return get(ctx, { id });
}

export async function remove(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, ofUser(callerOf(ctx).id, 'tokens'), async (tx) => {
    await load(tx, id);
    await tokens.markDeleted(tx.db, [id], nowSeconds(tx));
  });
  return undefined;
}

/** Deletes those tokens that are the caller's. Returns how many. */
export function removeMany(ctx: CallContext, { ids }: Parsed<typeof deleteTokens>): Promise<number> {
  return change(ctx, ofUser(callerOf(ctx).id, 'tokens'), async (tx) => {
    const own = await tokens.listOwnIds(tx.db, callerOf(tx).id, ids);
    await tokens.markDeleted(tx.db, own, nowSeconds(tx));
    return own.length;
  });
}

async function load(ctx: CallContext, id: number): Promise<tokens.TokenRow> {
  const row = await tokens.findOwn(ctx.db, callerOf(ctx).id, id);
  if (!row) throw new AppError('token_not_found', { id });
  return row;
}

function refuseForeignGroup(ctx: CallContext, group: string): void {
  if (group === '' || Object.hasOwn(usableGroups(ctx, callerOf(ctx).group), group)) return;
  throw new AppError('token_group_refused', { group });
}

async function refuseUnusable(ctx: CallContext, row: tokens.TokenRow): Promise<void> {
  if (row.expired_time !== -1 && row.expired_time <= nowSeconds(ctx)) throw new AppError('token_expired');
  const { remaining } = await accounts.read(ctx, { type: 'token', id: row.id });
  if (row.unlimited_quota === 0 && remaining <= 0) throw new AppError('token_exhausted');
}

/** @throws {AppError} `invalid_input` for a limit below zero, or one that no account can hold */
function limitIn({ remain_quota: sent }: Partial<TokenDraft>, unlimited: boolean): number | undefined {
  if (sent === undefined || (unlimited && sent < 0)) return undefined;
  if (quotaAmount.safeParse(sent).success) return sent;
  throw new AppError('invalid_input', { field: 'remain_quota', reason: sent < 0 ? 'too_small' : 'too_big' });
}

/** Quota is not among the columns: it is in the ledger. */
function toColumns({
  remain_quota: _,
  unlimited_quota,
  model_limits_enabled,
  model_limits,
  allow_ips,
  ...plain
}: Partial<TokenDraft>) {
  return {
    ...plain,
    ...(model_limits !== undefined && { model_limits: toList(model_limits, ',').join(',') }),
    ...(allow_ips !== undefined && { allow_ips: toAddresses(allow_ips ?? '') }),
    ...(unlimited_quota !== undefined && { unlimited_quota: Number(unlimited_quota) }),
    ...(model_limits_enabled !== undefined && { model_limits_enabled: Number(model_limits_enabled) }),
  };
}

/** Refuses lines that match no address: they would lock the owner out, or seem to allow an address. */
function toAddresses(text: string): string {
  const lines = toList(text, '\n');
  const wrong = lines.find((line) => !isAddressOrRange(line));
  if (wrong !== undefined) throw new AppError('token_address_invalid', { line: wrong.slice(0, 60) });
  return lines.join('\n');
}

/** Trimmed, without empty parts and duplicates. */
function toList(text: string, separator: string): string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}
