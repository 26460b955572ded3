import type { Channel, createChannel, Parsed, updateChannel } from '@tollgate/contract';
import type { CallContext, Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { change } from './change.ts';
import { toColumns } from './channel-columns.ts';
import { allowPrivateHost, isNewDestination } from './channel-hosts.ts';
import { joinKeys, MAX_KEYS, openKeys, splitKeys, takesSeveral } from './channel-keys.ts';
import { sealProxy } from './channel-proxies.ts';
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

export async function get(ctx: Context, { id }: { id: number }): Promise<Channel> {
  const [channel] = await toChannels(ctx, [await loadChannel(ctx, id)]);
  return channel as Channel;
}

/** One channel a key. @throws {AppError} `channel_key_required`, `channel_host_refused`, `invalid_input` */
export async function create(ctx: CallContext, draft: Parsed<typeof createChannel>): Promise<undefined> {
  const { key, ...fields } = draft;
  const keys = splitKeys(draft.type, key);
  if (keys.length === 0) throw new AppError('channel_key_required');
  if (keys.length > MAX_KEYS) throw new AppError('invalid_input', { field: 'key', reason: 'too_big' });

  await change(ctx, ['channels', 'options'], async (tx) => {
    await allowPrivateHost(tx, fields);
    const columns = { ...toColumns(fields), models: fields.models };
    for (const single of keys) await insertChannel(tx, columns, single);
  });
  return undefined;
}

/**
 * Changes what is sent; blank texts leave needed fields as they are. A stored key never travels to another host.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_again`, `channel_proxy_again`, `channel_host_refused`,
 * `invalid_input`; `channel_key_unreadable` for keys that shall join such
 */
export async function update(ctx: CallContext, input: Parsed<typeof updateChannel>): Promise<Channel> {
  const { id, key, key_mode, status, ...fields } = input;
  await change(ctx, ['channels', 'options'], async (tx) => {
    const before = await lockChannel(tx, id);
    const after = { ...before, ...toColumns(fields), ...(status && toStatus(status)) };
    const moved = isNewDestination(before, after);
    const joins = key_mode === 'append';
    if (moved && (!key || joins)) throw new AppError('channel_key_again', { id });
    if (moved) await allowPrivateHost(tx, after);
    Object.assign(after, sealProxy(tx, id, after.setting, before));
    const stored = joins ? openKeys(before, tx.secrets) : [];
    if (key?.trim()) Object.assign(after, sealKey(tx, id, tidy(after.type, key, stored)));
    await saveChannel(tx, before, after);
  });
  return get(ctx, { id });
}

/** Several keys stay in the channel, those that are stored before those that join them. @throws {AppError} `invalid_input` */
function tidy(type: number, key: string, stored: readonly string[]): string {
  if (stored.length > 0 && !takesSeveral(type))
    throw new AppError('invalid_input', { field: 'key_mode', reason: 'single_key' });
  return joinKeys(stored, splitKeys(type, key)).join('\n');
}

export async function remove(ctx: Context, { id }: { id: number }): Promise<undefined> {
  await change(ctx, ['channels'], async (tx) => {
    if ((await removeChannels(tx, [id])) === 0) throw new AppError('channel_not_found', { id });
  });
  return undefined;
}
