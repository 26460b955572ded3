import { ChannelStatus } from '@tollgate/contract';
import { sealedPlace } from '../auth/sealed-places.ts';
import { sha256 } from '../auth/secrets.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as abilities from '../repositories/abilities.ts';
import * as keys from '../repositories/channel-keys.ts';
import * as channels from '../repositories/channels.ts';
import { recordAction } from './audit-log.ts';
import { nowSeconds } from './caller.ts';
import { abilitiesOf, namesIn } from './channel-abilities.ts';
import { refuseMovedKey } from './channel-destination.ts';
import { keepKeyStates } from './channel-key-states.ts';
import { defaultOther, hashKey } from './channel-keys.ts';
import { sealProxy } from './channel-proxies.ts';
import { refuseBadRegion } from './channel-regions.ts';

export type ChannelRow = channels.ChannelRow;
type NewRow = Omit<
  Parameters<typeof channels.insert>[1],
  'key_sealed' | 'key_hash' | 'proxy_sealed' | 'created_time'
>;

/** @throws {AppError} `channel_not_found` */
export async function loadChannel(ctx: Context, id: number): Promise<ChannelRow> {
  return (await channels.find(ctx.db, id)) ?? notFound(id);
}

/** For whoever changes it in this transaction. @throws {AppError} `channel_not_found` */
export async function lockChannel(tx: Context, id: number): Promise<ChannelRow> {
  return (await channels.lock(tx.db, id)) ?? notFound(id);
}

/** A seal names the row, so the row must exist before its key and the password of its proxy can be sealed. */
export async function insertChannel(tx: Context, columns: NewRow, key: string): Promise<number> {
  const bare = { ...columns, setting: null, key_sealed: '', created_time: nowSeconds(tx) };
  const id = await channels.insert(tx.db, bare);
  const sealed = sealProxy(tx, id, columns.setting ?? null);
  const row = { ...(await loadChannel(tx, id)), ...sealed };
  await writeChannel(tx, { ...row, ...sealKey(tx, id, key) });
  recordAction(tx, { action: 'channel.create', target: `channel:${id}`, after: factsOf(row) });
  return id;
}

/**
 * Writes the row and what follows from it: who may call which model through it.
 *
 * @throws {AppError} `channel_key_again` when the stored key would go to another destination, `invalid_input`
 */
export async function saveChannel(
  tx: Context,
  before: ChannelRow,
  after: ChannelRow,
  action = 'channel.update',
): Promise<void> {
  refuseMovedKey(before, after);
  await writeChannel(tx, after);
  await keepKeyStates(tx, before, after);
  const target = `channel:${after.id}`;
  recordAction(tx, { action, target, before: factsOf(before), after: factsOf(after) });
}

/** Answers how many there were. */
export async function removeChannels(tx: Context, ids: readonly number[]): Promise<number> {
  const gone = await channels.remove(tx.db, ids);
  for (const row of gone) {
    await abilities.remove(tx.db, row.id);
    await keys.removeAll(tx.db, row.id);
    recordAction(tx, { action: 'channel.delete', target: `channel:${row.id}`, before: factsOf(row) });
  }
  return gone.length;
}

export function sealKey(tx: Context, id: number, key: string) {
  return {
    key_sealed: tx.secrets.seal(key, sealedPlace.channelKey(id)),
    key_hash: hashKey(tx, key),
  };
}

/** Switching a channel on forgets why it was off. */
export function toStatus(status: number): { status: number; other_info?: string } {
  return { status, ...(status === ChannelStatus.enabled && { other_info: '' }) };
}

/** What the audit log compares: a new key or password shows as a change, never as itself. */
function factsOf({ key_sealed: _, key_hash, proxy_sealed, ...row }: ChannelRow) {
  return { ...row, key: key_hash, ...(proxy_sealed && { proxy_password: sha256(proxy_sealed) }) };
}

async function writeChannel(tx: Context, { id, ...sent }: ChannelRow): Promise<void> {
  const columns = {
    ...sent,
    models: namesIn(sent.models).join(','),
    group: namesIn(sent.group).join(','),
    other: sent.other.trim() || defaultOther(sent.type),
  };
  refuseBadRegion(columns);
  await channels.update(tx.db, id, columns);
  await abilities.replace(tx.db, id, abilitiesOf({ id, ...columns }));
}

function notFound(id: number): never {
  throw new AppError('channel_not_found', { id });
}
