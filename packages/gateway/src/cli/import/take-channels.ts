import { ChannelStatus, channelFields, findChannelType } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { flavorOf, numberFromHere, upsert } from '../../db/portable.ts';
import { abilitiesOf, namesIn } from '../../modules/channels/channel-abilities.ts';
import { sealKey } from '../../modules/channels/channel-rows.ts';
import { normalizeBaseUrl } from '../../modules/channels/destination/base-url.ts';
import { allowPrivateHost } from '../../modules/channels/destination/channel-hosts.ts';
import { sealProxy } from '../../modules/channels/destination/channel-proxies.ts';
import { refuseBadKeyRegion, refuseBadRegion } from '../../modules/channels/destination/channel-regions.ts';
import { defaultOther, hashKey, splitKeys, takesSeveral } from '../../modules/channels/keys/channel-keys.ts';
import * as abilities from '../../modules/channels/repository/abilities.ts';
import * as channelKeys from '../../modules/channels/repository/channel-keys.ts';
import * as channels from '../../modules/channels/repository/channels.ts';
import { setChannelTotals } from '../../modules/usage/repository/clickhouse/earlier-usage.ts';
import { toOneApiChannel } from './one-api-channels.ts';
import type { Step } from './run-steps.ts';
import type { TakenChannel } from './taken-channel.ts';
import { Fields, parseJson, toObject } from './values.ts';

/** Channels keep their ids. What cannot work here is taken over disabled, with the reason. */
export const channelStep: Step = {
  name: 'channels',
  table: 'channels',
  key: 'id',
  async write({ kind }, tx, rows, note) {
    for (const row of rows) {
      const fields = new Fields(row);
      const channel = toChannel(fields);
      const name = `${fields.whole('id')} ${channel.name}`.trim();
      await addChannel(tx, kind === 'one-api' ? toOneApiChannel(channel, fields) : channel, (sentence) =>
        note(sentence, name),
      );
    }
    return rows.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'channels'),
};

/** Sums by channel in the log: those of the source, which may reach back further than its rows. */
export const channelUsageStep: Step = {
  name: 'channel usage',
  table: 'channels',
  key: 'id',
  readsAgain: true,
  async write({ ctx }, _, rows) {
    const used = rows.map((row) => new Fields(row)).filter((fields) => fields.whole('used_quota') > 0);
    if (flavorOf(ctx.logDb) === 'clickhouse') {
      const totals = used.map((fields) => [fields.whole('id'), fields.whole('used_quota')] as const);
      await setChannelTotals(ctx.logDb, new Map(totals));
      return used.length;
    }
    for (const fields of used) {
      const row = { channel_id: fields.whole('id'), quota: fields.whole('used_quota') };
      await upsert(ctx.logDb, 'channel_usage', ['channel_id'], row);
    }
    return used.length;
  },
};

function toChannel(fields: Fields): TakenChannel {
  const id = fields.whole('id');
  const info = toObject(fields.json('channel_info'));
  const isMulti = info.is_multi_key === true;
  return {
    id,
    type: fields.whole('type'),
    key: isMulti ? keysOf(fields.text('key')).join('\n') : fields.text('key'),
    ...(isMulti && { keyStates: toObject(info.multi_key_status_list) as Record<number, number> }),
    multi_key_mode: info.multi_key_mode === 'random' ? 'random' : 'polling',
    openai_organization: fields.optional('open_ai_organization', 200),
    test_model: fields.optional('test_model', 255),
    status: statusOf(fields.whole('status', 1)),
    name: fields.text('name', 128) || `channel ${id}`,
    weight: clamp(fields.whole('weight'), 0),
    created_time: fields.whole('created_time'),
    test_time: fields.whole('test_time'),
    response_time: fields.whole('response_time'),
    base_url: normalizeBaseUrl(fields.text('base_url', 500)),
    other: fields.text('other', 4000),
    balance: fields.number('balance'),
    balance_updated_time: fields.whole('balance_updated_time'),
    models: namesIn(fields.text('models')).join(','),
    group: namesIn(fields.text('group', 1024)).join(',') || 'default',
    model_mapping: fields.optional('model_mapping'),
    status_code_mapping: fields.text('status_code_mapping'),
    priority: clamp(fields.whole('priority'), -999),
    auto_ban: fields.whole('auto_ban', 1),
    other_info: fields.text('other_info'),
    tag: fields.optional('tag', 100),
    setting: fields.optional('setting'),
    param_override: fields.optional('param_override'),
  };
}

/** Several keys are lines, or a list of texts or objects in JSON. */
function keysOf(text: string): string[] {
  const list = text.startsWith('[') ? parseJson(text) : undefined;
  return Array.isArray(list)
    ? list.map((key) => (typeof key === 'string' ? key : JSON.stringify(key)))
    : text.split('\n');
}

/** Adds a channel with the rows derived from it; `problem` is called with what was changed. */
export async function addChannel(
  tx: Context,
  taken: TakenChannel,
  problem: (sentence: string) => void,
): Promise<void> {
  const { key, keyStates, reasons: given = [], ...columns } = { ...taken };
  const type = columns.type ?? 0;
  const reasons = [...given];
  for (const field of ['model_mapping', 'status_code_mapping', 'setting', 'param_override'] as const) {
    if (channelFields[field].safeParse(columns[field]).success) continue;
    reasons.push(`${field} is no JSON object: left out`);
    if (field === 'status_code_mapping') columns[field] = '';
    else columns[field] = null;
  }
  if (!findChannelType(type)) reasons.push(`the type ${type} is not known here`);
  if (columns.models === '') reasons.push('it has no models');
  if (splitKeys(type, key).length === 0) reasons.push('it has no key');
  columns.other ||= defaultOther(type);
  await refuseWhatCannotWork(tx, columns, key, reasons);
  if (reasons.length > 0) {
    const status_reason = `Imported: ${reasons.join('; ')}`;
    columns.status = ChannelStatus.disabled;
    columns.other_info = JSON.stringify({ status_reason, status_time: Math.floor(tx.now() / 1000) });
    problem(`disabled: ${reasons.join('; ')}`);
  }
  const id = await channels.insert(tx.db, { ...columns, setting: null, key_sealed: '' });
  const sealed = { ...sealKey(tx, id, key), ...trySealProxy(tx, id, columns.setting ?? null, problem) };
  await channels.update(tx.db, id, sealed);
  const row = await channels.find(tx.db, id);
  if (row && row.models !== '') await abilities.replace(tx.db, id, tryAbilities(row, problem));
  await takeKeyStates(tx, { id, type, key }, keyStates ?? {});
}

async function refuseWhatCannotWork(
  tx: Context,
  columns: Pick<TakenChannel, 'type' | 'other' | 'base_url'>,
  key: string,
  reasons: string[],
): Promise<void> {
  const type = columns.type ?? 0;
  try {
    refuseBadRegion({ type, other: columns.other ?? '' });
    refuseBadKeyRegion(type, splitKeys(type, key));
    // The operator who imports has the rights of root.
    await allowPrivateHost({ ...tx, caller: ROOT } as CallContext, columns);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reasons.push(`it cannot be reached as it is (${error.code})`);
  }
}

const ROOT = { id: 0, username: 'import', role: 100, group: '', sessionId: null };

function trySealProxy(tx: Context, id: number, setting: string | null, problem: (sentence: string) => void) {
  try {
    return sealProxy(tx, id, setting);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem('its proxy is no address: left out');
    return {};
  }
}

function tryAbilities(row: channels.ChannelRow, problem: (sentence: string) => void) {
  try {
    return abilitiesOf(row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem('its models or groups are too many or too long: it serves nothing until they are edited');
    return [];
  }
}

async function takeKeyStates(
  tx: Context,
  { id, type, key }: { id: number; type: number; key: string },
  states: Readonly<Record<number, number>>,
): Promise<void> {
  const keys = key.split('\n');
  if (keys.length < 2 || !takesSeveral(type)) return;
  for (const [index, status] of Object.entries(states)) {
    const single = keys[Number(index)];
    if (single === undefined || (status !== 2 && status !== 3)) continue;
    const since = Math.floor(tx.now() / 1000);
    await channelKeys.turnOff(tx.db, {
      channel_id: id,
      key_hash: hashKey(tx, single),
      status,
      reason: '',
      since,
    });
  }
}

function statusOf(status: number): number {
  return status === ChannelStatus.enabled || status === ChannelStatus.tripped
    ? status
    : ChannelStatus.disabled;
}

function clamp(value: number, least: number): number {
  return Math.min(Math.max(value, least), 1_000_000);
}
