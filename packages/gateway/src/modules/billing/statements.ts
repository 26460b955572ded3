import type { CursorPage, LedgerEntry, listOwnEntries, listUserEntries, Parsed } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { accountId } from '../../ledger/post.ts';
import { loadBelow } from '../identity/users/users.ts';
import { callerOf } from '../shared/caller.ts';
import { cursorPage } from '../shared/page.ts';
import * as entries from './repository/entries.ts';

export function listOwn(
  ctx: CallContext,
  input: Parsed<typeof listOwnEntries>,
): Promise<CursorPage<LedgerEntry>> {
  return read(ctx, callerOf(ctx).id, input);
}

/** @throws {AppError} `user_not_found`, `user_above` */
export async function listOf(
  ctx: CallContext,
  { id, ...input }: Parsed<typeof listUserEntries>,
): Promise<CursorPage<LedgerEntry>> {
  await loadBelow(ctx, id);
  return read(ctx, id, input);
}

/** For exports, oldest first. */
export async function* stream(
  ctx: CallContext,
  userId: number,
  filter: Omit<entries.EntryFilter, 'account' | 'before'> = {},
): AsyncGenerator<LedgerEntry[]> {
  for await (const rows of entries.stream(ctx.reader, { ...filter, account: accountId('user', userId) })) {
    yield rows.map(toEntry);
  }
}

function read(
  ctx: CallContext,
  userId: number,
  input: Parsed<typeof listOwnEntries>,
): Promise<CursorPage<LedgerEntry>> {
  const { kind, start_timestamp: from, end_timestamp: to } = input;
  const filter: entries.EntryFilter = { account: accountId('user', userId), kind, from, to };
  return cursorPage(ctx.reader, entries, { filter, page: input }, toEntry);
}

function toEntry({ id, at, kind, ref, amount, balance_after, meta }: entries.EntryRow): LedgerEntry {
  return { id, at, kind, ref, amount, balance_after, reason: readReason(meta) };
}

/** Users may read the reason, but not who acted. */
function readReason(meta: string | null): string {
  const fields = meta === null ? undefined : (JSON.parse(meta) as { reason?: unknown });
  return typeof fields?.reason === 'string' ? fields.reason : '';
}
