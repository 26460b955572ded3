import type { Channel } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { findDatabaseGone, LogDatabaseGoneError } from '../../core/database-gone.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';
import { listPlaces } from '../shared/declared.ts';
import { keyHint, readKeys } from './keys/channel-keys.ts';
import * as keys from './repository/channel-keys.ts';
import * as usage from './repository/channel-usage.ts';
import type { ChannelRow } from './repository/channels.ts';

/** Rows for the console API: keys blanked, with usage. A key that cannot be read counts as none. */
export async function toChannels(ctx: Context, rows: readonly ChannelRow[]): Promise<Channel[]> {
  const ids = rows.map(({ id }) => id);
  const [used, off] = await Promise.all([findUsed(ctx, ids), keys.countOff(ctx.db)]);
  const placeOf = await listPlaces(ctx.db, 'channel');
  return rows.map(({ key_sealed, key_hash: _, proxy_sealed: __, ...row }) => {
    const key = tryOpen(ctx.secrets, key_sealed, sealedPlace.channelKey(row.id));
    const size = key === undefined ? 0 : readKeys(row.type, key).length;
    return {
      ...row,
      key: '',
      key_hint: key === undefined ? '' : keyHint(ctx, key),
      multi_key_size: size,
      multi_key_on: Math.max(0, size - (off.get(row.id) ?? 0)),
      model_mapping: row.model_mapping ?? '', // clients of the console API parse every text that is not empty
      used_quota: used.get(row.id) ?? 0,
      ...placeOf(row.id),
    };
  });
}

/** Channels can be managed without the log database; their usage is 0 until it is back. */
async function findUsed(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  try {
    return await usage.listByChannel(ctx.logDb, ids);
  } catch (error) {
    if (findDatabaseGone(error) instanceof LogDatabaseGoneError) return new Map();
    throw error;
  }
}
