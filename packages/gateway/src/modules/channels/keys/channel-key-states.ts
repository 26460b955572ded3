import { ChannelStatus } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import * as table from '../repository/channel-keys.ts';
import type { ChannelRow } from '../repository/channels.ts';
import { hashKey, tryOpenKeys } from './channel-keys.ts';

/** The disabled keys of a channel: status by hash. */
export type KeyStates = ReadonlyMap<string, number>;

export const NO_KEYS_OFF: KeyStates = new Map();

/** Lists the states of every channel that has a disabled key. */
export async function listStates(ctx: Context): Promise<Map<number, KeyStates>> {
  const states = new Map<number, Map<string, number>>();
  for (const { channel_id, key_hash, status } of await table.listAll(ctx.db)) {
    const keyStates = states.get(channel_id);
    if (keyStates) keyStates.set(key_hash, status);
    else states.set(channel_id, new Map([[key_hash, status]]));
  }
  return states;
}

export async function statesOf(ctx: Context, channelId: number): Promise<KeyStates> {
  const rows = await table.listOf(ctx.db, channelId);
  return new Map(rows.map(({ key_hash, status }) => [key_hash, status]));
}

/**
 * Keeps the states of keys when the list of them is edited. A single key has no state: the channel itself is
 * on or off. An enabled channel has an enabled key: when none is left, those that the gateway disabled are
 * enabled again.
 *
 * @throws {AppError} `channel_keys_off` when all of them were disabled by hand
 */
export async function keepKeyStates(tx: Context, before: ChannelRow, after: ChannelRow): Promise<void> {
  const isEdited = before.key_sealed !== after.key_sealed || before.type !== after.type;
  const isOn = after.status === ChannelStatus.enabled;
  if (!isEdited && (!isOn || before.status === ChannelStatus.enabled)) return;
  const off = await table.listOf(tx.db, after.id);
  if (off.length === 0) return;

  const keys = tryOpenKeys(after, tx.secrets);
  if (!keys) return; // unknown until the keys are entered again
  const hashes = new Set(keys.map((key) => hashKey(tx, key)));
  const stay = hashes.size > 1 ? off.filter(({ key_hash }) => hashes.has(key_hash)) : [];
  const gone = off.filter((row) => !stay.includes(row));
  const refused = stay.filter(({ status }) => status === ChannelStatus.tripped);
  const isAllOff = isOn && stay.length > 0 && stay.length === hashes.size;
  if (isAllOff && refused.length === 0) throw new AppError('channel_keys_off', { id: after.id });
  const on = isAllOff ? [...gone, ...refused] : gone;
  await table.turnOn(
    tx.db,
    after.id,
    on.map(({ key_hash }) => key_hash),
  );
}
