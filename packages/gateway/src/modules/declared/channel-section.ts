import { ChannelStatus } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { toColumns } from '../channels/channel-columns.ts';
import {
  insertChannel,
  lockChannel,
  removeChannels,
  saveChannel,
  sealKey,
  toStatus,
} from '../channels/channel-rows.ts';
import { findChangedDestination } from '../channels/destination/channel-destination.ts';
import { allowPrivateHost } from '../channels/destination/channel-hosts.ts';
import { openProxyPassword, sealProxy, withProxyPassword } from '../channels/destination/channel-proxies.ts';
import { refuseBadKeyRegion } from '../channels/destination/channel-regions.ts';
import { splitKeys } from '../channels/keys/channel-keys.ts';
import * as channels from '../channels/repository/channels.ts';
import { replaceCosts, toCost } from '../models/channel-costs.ts';
import * as costs from '../models/repository/channel-costs.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';
import { specOfRow, toChannelFields } from './channel-fields.ts';
import { type Item, isSame, type Section, type Stored, toUniqueNames } from './item.ts';
import { type ChannelShape, channelShape } from './shape.ts';

export const channelSection: Section = {
  kind: 'channel',
  async list(ctx) {
    const costRows = await costs.listAll(ctx.db);
    const rows = await channels.list(ctx.db, {}, { byId: true });
    return toUniqueNames(rows, 'channel').map((row) => ({
      name: row.uniqueName,
      rowId: row.id,
      spec: specOfRow(row, costRows.filter(({ channel_id }) => channel_id === row.id).map(toCost)),
      secrets: {
        key: tryOpen(ctx.secrets, row.key_sealed, sealedPlace.channelKey(row.id)),
        ...(row.proxy_sealed && { proxy_password: openProxyPassword(row, ctx.secrets) }),
      },
      isDefault: false,
    }));
  },
  async save(tx, item, stored) {
    const channel = channelShape.parse({ ...item.spec, name: item.name, key: 'env:KEY' });
    const id = stored ? await update(tx, channel, item, stored) : await insert(tx, channel, item);
    if (!isSame(item.spec.costs, stored?.spec.costs)) await replaceCosts(tx, id, channel.costs);
    return id;
  },
  async remove(tx, { rowId }) {
    await removeChannels(tx, [rowId]);
  },
};

async function insert(tx: Context, channel: ChannelShape, { secrets }: Item): Promise<number> {
  const fields = withPassword(toChannelFields(channel), secrets.proxy_password);
  await allowPrivateHost(tx as CallContext, fields);
  const status = channel.enabled ? ChannelStatus.enabled : ChannelStatus.disabled;
  const { multi_key_mode } = channel;
  const columns = { ...toColumns({ ...fields, multi_key_mode }), models: fields.models, status };
  return insertChannel(tx, columns, keyOf(channel, secrets));
}

async function update(
  tx: Context,
  channel: ChannelShape,
  { secrets, spec }: Item,
  stored: Stored,
): Promise<number> {
  const before = await lockChannel(tx, stored.rowId);
  const fields = withPassword(toChannelFields(channel), secrets.proxy_password);
  const changed = Object.entries(fields).filter(([field]) => {
    const name = field === 'group' ? 'groups' : field;
    return field === 'name' || !isSame(spec[name], stored.spec[name]);
  });
  const { multi_key_mode } = channel;
  const after = { ...before, ...toColumns({ ...Object.fromEntries(changed), multi_key_mode }) };
  if (channel.enabled !== (before.status !== ChannelStatus.disabled))
    Object.assign(after, toStatus(channel.enabled ? ChannelStatus.enabled : ChannelStatus.disabled));
  const isOtherPassword = secrets.proxy_password !== stored.secrets.proxy_password;
  const setting = isOtherPassword ? fields.setting : after.setting;
  Object.assign(after, sealProxy(tx, before.id, setting, before));
  const isMoved = findChangedDestination(before, after) !== undefined;
  if (isMoved) await allowPrivateHost(tx as CallContext, after);
  const key = keyOf(channel, secrets);
  if (isMoved || key !== stored.secrets.key) Object.assign(after, sealKey(tx, before.id, key));
  await saveChannel(tx, before, after);
  return before.id;
}

/** Every line is a key, as in the console. */
function keyOf({ type }: ChannelShape, { key = '' }: Item['secrets']): string {
  const keys = splitKeys(type, key);
  refuseBadKeyRegion(type, keys);
  return [...new Set(keys)].join('\n');
}

function withPassword<F extends { setting: string }>(fields: F, password: string | undefined): F {
  if (password === undefined) return fields;
  return { ...fields, setting: withProxyPassword(fields.setting, password) };
}
