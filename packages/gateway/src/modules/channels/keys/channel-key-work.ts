import {
  ChannelStatus,
  type listChannelKeys,
  type Output,
  type Parsed,
  type setChannelKeys,
} from '@tollgate/contract';
import { type Context, transact } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { change } from '../../shared/change.ts';
import { type ChannelRow, loadChannel, lockChannel, saveChannel, toStatus } from '../channel-rows.ts';
import { tripInTransaction } from '../health/channel-trip.ts';
import * as table from '../repository/channel-keys.ts';
import * as channels from '../repository/channels.ts';
import { hashKey, keyHint, openKeys, tryOpenKeys } from './channel-keys.ts';

/**
 * Lists the keys of a channel in order, masked, with their states.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`
 */
export async function list(ctx: Context, { id }: { id: number }): Promise<Output<typeof listChannelKeys>> {
  const keyRows = await readAll(ctx, await loadChannel(ctx, id));
  return keyRows.map(({ hash, hint, state }) => ({
    id: hash,
    hint,
    status: state?.status ?? ChannelStatus.enabled,
    reason: state?.reason ?? '',
    since: state?.since ?? 0,
  }));
}

/**
 * Enables or disables keys by hand. An enabled key enables its channel when that was disabled for lack of a
 * key.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`, `channel_key_gone`, `channel_last_key`
 * when no enabled key would be left
 */
export async function setStatus(ctx: Context, { id, keys, status }: Parsed<typeof setChannelKeys>) {
  await change(ctx, ['channels'], async (tx) => {
    const row = await lockChannel(tx, id);
    const keyRows = await readAll(tx, row);
    const selected = keyRows.filter(({ hash }) => keys.includes(hash));
    if (selected.length < new Set(keys).size) throw new AppError('channel_key_gone', { id });
    const on = keyRows.filter(({ state }) => !state);
    if (status === ChannelStatus.enabled) await turnOn(tx, row, selected, on.length === 0);
    else await turnOff(tx, row, selected, on);
    const after = { off: hintsOff(await readAll(tx, row)) };
    recordAction(tx, {
      action: 'channel.keys',
      target: `channel:${id}`,
      before: { off: hintsOff(keyRows) },
      after,
    });
  });
  return list(ctx, { id });
}

/**
 * Handles a key that the provider refuses for good. Of several keys, disables this one. Disables the channel
 * when it was the last enabled key, the only key, or when the channel has no key. Does nothing for a replaced
 * key.
 */
export async function refuse(
  ctx: Context,
  channelId: number,
  key: string | undefined,
  reason: string,
): Promise<void> {
  const done = await transact(ctx, async (tx) => {
    const turned = key === undefined ? 'last' : await refuseIn(tx, channelId, key, reason.slice(0, 500));
    const tripped = turned === 'last' && (await tripInTransaction(tx, channelId, reason));
    if (turned === 'gone' || (turned === 'last' && !tripped)) return undefined;
    await tx.revisions.bump(tx.db, 'channels');
    return tripped ? 'channel taken out of service' : 'one of several keys is turned off';
  });
  if (!done) return;
  ctx.revisions.announce('channels');
  ctx.log.warn({ channel: channelId, reason }, done);
}

/** Enables a key and its channel after a successful test, unless a user disabled or deleted it meanwhile. */
export async function restoreKey(ctx: Context, channelId: number, key: string): Promise<void> {
  await change(ctx, ['channels'], async (tx) => {
    const row = await channels.lock(tx.db, channelId);
    if (!row || row.status === ChannelStatus.disabled) return;
    const found = (await readAll(tx, row)).find((each) => each.key === key);
    if (found?.state?.status === ChannelStatus.tripped) {
      await table.turnOn(tx.db, channelId, [found.hash]);
      const after = { which: found.hint };
      recordAction(tx, { action: 'channel.key_recover', target: `channel:${channelId}`, after });
    }
    if (row.status === ChannelStatus.tripped) await putBack(tx, row);
  });
}

export type StoredKey = Awaited<ReturnType<typeof readAll>>[number];

/** Returns every key with its state. @throws {AppError} `channel_key_unreadable` */
export async function readAll(ctx: Context, row: ChannelRow) {
  const off = new Map((await table.listOf(ctx.db, row.id)).map((state) => [state.key_hash, state]));
  return openKeys(row, ctx.secrets).map((key) => {
    const hash = hashKey(ctx, key);
    return { key, hash, hint: keyHint(ctx, key), state: off.get(hash) };
  });
}

/** `gone`: it is no longer among the keys, these cannot be read, or it is already off and others are on. */
async function refuseIn(
  tx: Context,
  channelId: number,
  key: string,
  reason: string,
): Promise<'gone' | 'off' | 'last'> {
  const row = await channels.lock(tx.db, channelId);
  const keyRows = row && tryOpenKeys(row, tx.secrets) ? await readAll(tx, row) : [];
  const refused = keyRows.find((each) => each.key === key);
  if (!refused) return 'gone';
  if (keyRows.length === 1) return 'last';
  if (!refused.state) {
    const { hash, hint } = refused;
    const status = ChannelStatus.tripped;
    await table.turnOff(tx.db, {
      channel_id: channelId,
      key_hash: hash,
      status,
      reason,
      since: nowSeconds(tx),
    });
    const after = { which: hint, reason };
    recordAction(tx, { action: 'channel.key_trip', target: `channel:${channelId}`, after });
  }
  const isLeft = keyRows.some((each) => each !== refused && !each.state);
  if (!isLeft) return 'last';
  return refused.state ? 'gone' : 'off';
}

async function turnOn(tx: Context, row: ChannelRow, selected: StoredKey[], wasOut: boolean): Promise<void> {
  await table.turnOn(
    tx.db,
    row.id,
    selected.map(({ hash }) => hash),
  );
  if (wasOut && row.status === ChannelStatus.tripped) await putBack(tx, row);
}

async function turnOff(tx: Context, row: ChannelRow, selected: StoredKey[], on: StoredKey[]): Promise<void> {
  const goes = on.filter((each) => selected.includes(each));
  if (goes.length > 0 && goes.length === on.length) throw new AppError('channel_last_key', { id: row.id });
  const state = { channel_id: row.id, status: ChannelStatus.disabled, reason: '', since: nowSeconds(tx) };
  for (const { hash } of selected) await table.turnOff(tx.db, { ...state, key_hash: hash });
}

/** Enables the channel again, as the reason why it was disabled is over. */
export function putBack(tx: Context, row: ChannelRow): Promise<void> {
  return saveChannel(tx, row, { ...row, ...toStatus(ChannelStatus.enabled) }, 'channel.recover');
}

function hintsOff(keyRows: readonly StoredKey[]): string[] {
  return keyRows.filter(({ state }) => state).map(({ hint }) => hint);
}
