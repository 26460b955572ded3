import { ChannelStatus, type copyChannel, type Parsed } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import * as costs from '../models/repository/channel-costs.ts';
import { change } from '../shared/change.ts';
import { insertChannel, loadChannel, removeChannels } from './channel-rows.ts';
import { withOpenProxy } from './destination/channel-proxies.ts';
import { openKeyText } from './keys/channel-keys.ts';
import * as keys from './repository/channel-keys.ts';
import * as channels from './repository/channels.ts';

/** Returns the number of requested ids, like new-api, also when some channels were deleted before. */
export async function removeMany(ctx: Context, { ids }: { ids: readonly number[] }): Promise<number> {
  await change(ctx, ['channels'], (tx) => removeChannels(tx, ids));
  return ids.length;
}

/** Deletes channels that an admin or the gateway disabled. Returns how many. */
export function removeDisabled(ctx: Context): Promise<number> {
  return change(ctx, ['channels'], async (tx) => {
    const disabled = await channels.listByStatus(tx.db, [ChannelStatus.disabled, ChannelStatus.tripped]);
    return removeChannels(
      tx,
      disabled.map(({ id }) => id),
    );
  });
}

/**
 * Copies a channel. Seals keys and proxy password again for the new row; disabled keys stay disabled.
 * Balance, times and the reason of a disabling are not copied.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`, `channel_proxy_unreadable`
 */
export function copy(ctx: Context, { id, name }: Parsed<typeof copyChannel>): Promise<{ id: number }> {
  return change(ctx, ['channels', 'options'], async (tx) => {
    const { key_sealed, key_hash: _, proxy_sealed, ...row } = await loadChannel(tx, id);
    const key = openKeyText({ id, key_sealed }, tx.secrets);
    const fresh = {
      id: undefined,
      setting: withOpenProxy({ id, setting: row.setting, proxy_sealed }, tx.secrets),
      name: name ?? `${row.name.slice(0, 122)} copy`,
      status: row.status === ChannelStatus.enabled ? ChannelStatus.enabled : ChannelStatus.disabled,
      test_time: 0,
      response_time: 0,
      balance: 0,
      balance_updated_time: 0,
      other_info: '',
    };
    const copied = await insertChannel(tx, { ...row, ...fresh }, key);
    await keys.copy(tx.db, id, copied);
    await costs.replace(tx.db, copied, await costs.listOf(tx.db, id));
    return { id: copied };
  });
}
