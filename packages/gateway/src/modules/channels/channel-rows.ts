import { isDeepStrictEqual } from 'node:util';
import { ChannelStatus } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import * as costs from '../models/repository/channel-costs.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { sha256 } from '../secrets/secrets.ts';
import { nowSeconds } from '../shared/caller.ts';
import { refuseDeclared } from '../shared/declared.ts';
import { abilitiesOf, namesIn } from './channel-abilities.ts';
import { refuseMovedKey } from './destination/channel-destination.ts';
import { sealProxy } from './destination/channel-proxies.ts';
import { refuseBadRegion } from './destination/channel-regions.ts';
import { keepKeyStates } from './keys/channel-key-states.ts';
import { defaultOther, hashKey } from './keys/channel-keys.ts';
import * as abilities from './repository/abilities.ts';
import * as keys from './repository/channel-keys.ts';
import * as channels from './repository/channels.ts';

export type ChannelRow = channels.ChannelRow;
type NewRow = Omit<
  Parameters<typeof channels.insert>[1],
  'key_sealed' | 'key_hash' | 'proxy_sealed' | 'created_time'
>;

/** @throws {AppError} `channel_not_found` */
export async function loadChannel(ctx: Context, id: number): Promise<ChannelRow> {
  return (await channels.find(ctx.db, id)) ?? notFound(id);
}

/** For changes in this transaction. @throws {AppError} `channel_not_found` */
export async function lockChannel(tx: Context, id: number): Promise<ChannelRow> {
  return (await channels.lock(tx.db, id)) ?? notFound(id);
}

/** A sealed value names its row, so the row must exist before its key and proxy password can be sealed. */
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
 * Writes the row and the rows derived from it: who may call which model through it.
 *
 * @throws {AppError} `channel_key_again` when the stored key would go to another destination, `invalid_input`,
 * `declared_elsewhere`
 */
export async function saveChannel(
  tx: Context,
  before: ChannelRow,
  after: ChannelRow,
  action = 'channel.update',
): Promise<void> {
  if (action !== 'channel.recover' && !endsPause(before, after))
    await refuseDeclared(tx.db, 'channel', [after.id]);
  refuseMovedKey(before, after);
  await writeChannel(tx, after);
  await keepKeyStates(tx, before, after);
  const target = `channel:${after.id}`;
  recordAction(tx, { action, target, before: factsOf(before), after: factsOf(after) });
}

/** Whether a channel that is declared as enabled is enabled, and nothing else: files know no pause by the gateway. */
function endsPause(before: ChannelRow, after: ChannelRow): boolean {
  if (before.status === ChannelStatus.disabled || after.status !== ChannelStatus.enabled) return false;
  const { status, other_info } = before;
  return isDeepStrictEqual({ ...after, status, other_info }, before);
}

/** Returns how many there were. @throws {AppError} `declared_elsewhere` */
export async function removeChannels(tx: Context, ids: readonly number[]): Promise<number> {
  await refuseDeclared(tx.db, 'channel', ids);
  const gone = await channels.remove(tx.db, ids);
  for (const row of gone) {
    await abilities.remove(tx.db, row.id);
    await keys.removeAll(tx.db, row.id);
    await costs.removeOf(tx.db, [row.id]);
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

/** Enabling a channel removes the reason why it was disabled. */
export function toStatus(status: number): { status: number; other_info?: string } {
  return { status, ...(status === ChannelStatus.enabled && { other_info: '' }) };
}

/** The columns for the audit log: a new key or password shows that it changed, but not its value. */
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
