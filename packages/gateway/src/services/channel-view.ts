import type { Channel } from '@tollgate/contract';
import { sealedPlace } from '../auth/sealed-places.ts';
import type { Context } from '../core/context.ts';
import * as usage from '../repositories/channel-usage.ts';
import type { ChannelRow } from '../repositories/channels.ts';

/** Rows as the wire shows them: keys blanked, what they used summed up in one query. */
export async function toChannels(ctx: Context, rows: readonly ChannelRow[]): Promise<Channel[]> {
  const used = await usage.listByChannel(
    ctx.logDb,
    rows.map(({ id }) => id),
  );
  return rows.map(({ key_sealed, key_hash: _, proxy_sealed: __, ...row }) => ({
    ...row,
    key: '',
    key_hint: hint(ctx, row.id, key_sealed),
    model_mapping: row.model_mapping ?? '', // the pages of the wire parse whatever is not empty
    used_quota: used.get(row.id) ?? 0,
  }));
}

/** Tells two keys apart without showing them. */
function hint(ctx: Context, id: number, sealed: string): string {
  const key = ctx.secrets.open(sealed, sealedPlace.channelKey(id));
  const tail = key.length >= 12 ? key.slice(-4) : '';
  return `${ctx.secrets.hash(key).slice(0, 8)} ${tail}`.trim();
}
