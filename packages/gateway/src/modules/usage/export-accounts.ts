import type {
  exportAudit,
  exportChannels,
  exportOwnEntries,
  exportOwnTopUps,
  exportRedemptions,
  exportUserEntries,
  exportUsers,
  LedgerEntry,
  Parsed,
} from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import * as audit from '../audit/audit.ts';
import * as auditLog from '../audit/repository/audit-log.ts';
import * as accounts from '../billing/accounts.ts';
import * as redemptions from '../billing/repository/redemptions.ts';
import * as topUps from '../billing/repository/top-ups.ts';
import * as statements from '../billing/statements.ts';
import { toFilter as toChannelFilter } from '../channels/channel-lists.ts';
import * as channelUsage from '../channels/repository/channel-usage.ts';
import * as channels from '../channels/repository/channels.ts';
import * as users from '../identity/repository/users.ts';
import { loadBelow } from '../identity/users/users.ts';
import { callerOf } from '../shared/caller.ts';
import { BATCH, batches, isoTime, recorded } from './export-batches.ts';
import { withDollars } from './export-money.ts';

const window = { offset: 0, limit: BATCH };

export function allChannels(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportChannels>) {
  const filter = toChannelFilter(ctx, input);
  const read = (last: channels.ChannelRow | undefined) =>
    channels.list(ctx.reader, { ...filter, before: last?.id }, { byId: true }, window);
  return recorded(ctx, 'channels', input, async function* () {
    for await (const rows of batches(read)) {
      const used = await channelUsage.listByChannel(
        ctx.logReader,
        rows.map(({ id }) => id),
      );
      yield rows.map((row) => ({
        ...withDollars(ctx, { ...row, used_quota: used.get(row.id) ?? 0 }, ['used_quota']),
        response_time_ms: row.response_time,
        test_time: isoTime(row.test_time),
        created_time: isoTime(row.created_time),
      }));
    }
  });
}

export function allUsers(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportUsers>) {
  const read = (last: users.UserRow | undefined) =>
    users.list(ctx.reader, { ...input, before: last?.id }, window);
  return recorded(ctx, 'users', input, async function* () {
    for await (const rows of batches(read)) {
      const ids = rows.map(({ id }) => id);
      const money = await accounts.readMany(ctx, 'user', ids);
      const spent = (id: number) => ({ quota: money(id).remaining, used_quota: money(id).used });
      yield rows.map((row) => ({
        ...withDollars(ctx, { ...row, ...spent(row.id) }, ['quota', 'used_quota']),
        request_count: money(row.id).count,
        created_time: isoTime(row.created_at),
        deleted_time: isoTime(row.deleted_at ?? 0),
      }));
    }
  });
}

export function allRedemptions(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportRedemptions>) {
  const read = (last: redemptions.RedemptionRow | undefined) =>
    redemptions.list(ctx.reader, { ...input, before: last?.id }, window);
  return recorded(ctx, 'redemptions', input, async function* () {
    for await (const rows of batches(read)) {
      yield rows.map((row) => ({
        ...withDollars(ctx, row, ['quota']),
        created_time: isoTime(row.created_time),
        redeemed_time: isoTime(row.redeemed_time),
      }));
    }
  });
}

export async function* ownTopUps(ctx: CallContext, _: Parsed<typeof exportOwnTopUps>) {
  const filter = { userId: callerOf(ctx).id };
  const read = (last: topUps.TopUpRow | undefined) =>
    topUps.list(ctx.reader, { ...filter, before: last?.id }, window);
  for await (const rows of batches(read)) {
    yield rows.map((row) => ({
      ...withDollars(ctx, row, ['quota']),
      created_time: isoTime(row.create_time),
      completed_time: isoTime(row.complete_time),
    }));
  }
}

export async function* ownEntries(ctx: CallContext, input: Parsed<typeof exportOwnEntries>) {
  for await (const rows of statements.stream(ctx, callerOf(ctx).id, toEntryFilter(input))) {
    yield rows.map((row) => toEntryRow(ctx, row));
  }
}

/** @throws {AppError} `user_not_found`, `user_above` */
export function entriesOf(ctx: CallContext, { format: _, id, ...input }: Parsed<typeof exportUserEntries>) {
  return recorded(ctx, `user:${id}`, input, async function* () {
    await loadBelow(ctx, id);
    for await (const rows of statements.stream(ctx, id, toEntryFilter(input)))
      yield rows.map((row) => toEntryRow(ctx, row));
  });
}

export function auditRows(ctx: CallContext, { format: _, ...input }: Parsed<typeof exportAudit>) {
  return recorded(ctx, 'audit', input, async function* () {
    for await (const rows of auditLog.stream(ctx.reader, audit.toFilter(input))) {
      yield rows.map((row) => ({ ...row, time: isoTime(row.at) }));
    }
  });
}

function toEntryFilter(
  input: Pick<Parsed<typeof exportOwnEntries>, 'kind' | 'start_timestamp' | 'end_timestamp'>,
) {
  return { kind: input.kind, from: input.start_timestamp, to: input.end_timestamp };
}

function toEntryRow(ctx: CallContext, { at, ...entry }: LedgerEntry) {
  return { ...withDollars(ctx, entry, ['amount', 'balance_after']), time: isoTime(at) };
}
