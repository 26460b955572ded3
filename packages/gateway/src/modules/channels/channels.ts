import type { Channel, createChannel, Parsed, updateChannel } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { change } from '../shared/change.ts';
import { toColumns } from './channel-columns.ts';
import {
  insertChannel,
  loadChannel,
  lockChannel,
  removeChannels,
  saveChannel,
  sealKey,
  toStatus,
} from './channel-rows.ts';
import { toChannels } from './channel-view.ts';
import { findChangedDestination } from './destination/channel-destination.ts';
import { allowPrivateHost } from './destination/channel-hosts.ts';
import { sealProxy } from './destination/channel-proxies.ts';
import { refuseBadKeyRegion } from './destination/channel-regions.ts';
import { joinKeys, MAX_KEYS, openKeys, splitKeys, takesSeveral } from './keys/channel-keys.ts';

export async function get(ctx: Context, { id }: { id: number }): Promise<Channel> {
  const [channel] = await toChannels(ctx, [await loadChannel(ctx, id)]);
  return channel as Channel;
}

/**
 * Creates one channel for each key. @throws {AppError} `channel_key_required`, `channel_host_refused`,
 * `invalid_input`
 */
export async function create(ctx: CallContext, draft: Parsed<typeof createChannel>): Promise<undefined> {
  const { key, ...fields } = draft;
  const keys = splitKeys(draft.type, key);
  if (keys.length === 0) throw new AppError('channel_key_required');
  refuseBadKeyRegion(draft.type, keys);
  if (keys.length > MAX_KEYS) throw new AppError('invalid_input', { field: 'key', reason: 'too_big' });

  await change(ctx, ['channels', 'options'], async (tx) => {
    await allowPrivateHost(tx, fields);
    const columns = { ...toColumns(fields), models: fields.models };
    for (const single of keys) await insertChannel(tx, columns, single);
  });
  return undefined;
}

/**
 * Changes the fields of the request; blank texts leave required fields as they are. A stored key never goes
 * to another destination.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_again`, `channel_proxy_again`, `channel_host_refused`,
 * `invalid_input`; `channel_key_unreadable` when new keys should join unreadable ones
 */
export async function update(ctx: CallContext, input: Parsed<typeof updateChannel>): Promise<Channel> {
  const { id, key, key_mode, status, ...fields } = input;
  await change(ctx, ['channels', 'options'], async (tx) => {
    const before = await lockChannel(tx, id);
    const after = { ...before, ...toColumns(fields), ...(status && toStatus(status)) };
    const typed = splitKeys(after.type, key ?? '');
    const changed = findChangedDestination(before, after);
    const isAppend = key_mode === 'append';
    Object.assign(after, sealProxy(tx, id, after.setting, before));
    if (changed && (typed.length === 0 || isAppend)) throw new AppError('channel_key_again', { id, changed });
    if (changed) await allowPrivateHost(tx, after);
    if (typed.length > 0) {
      const stored = isAppend ? openKeys(before, tx.secrets) : [];
      Object.assign(after, sealKey(tx, id, joinTyped(after.type, typed, stored)));
    }
    await saveChannel(tx, before, after);
  });
  return get(ctx, { id });
}

/** Joins several keys of one channel, stored ones before new ones. @throws {AppError} `invalid_input` */
function joinTyped(type: number, typed: readonly string[], stored: readonly string[]): string {
  refuseBadKeyRegion(type, typed);
  if (stored.length > 0 && !takesSeveral(type))
    throw new AppError('invalid_input', { field: 'key_mode', reason: 'single_key' });
  return joinKeys(stored, typed).join('\n');
}

export async function remove(ctx: Context, { id }: { id: number }): Promise<undefined> {
  await change(ctx, ['channels'], async (tx) => {
    if ((await removeChannels(tx, [id])) === 0) throw new AppError('channel_not_found', { id });
  });
  return undefined;
}
