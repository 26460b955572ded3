import { type ChannelCost, ChannelStatus } from '@tollgate/contract';
import { namesIn } from '../channels/channel-abilities.ts';
import type { ChannelRow } from '../channels/channel-rows.ts';
import { normalizeBaseUrl } from '../channels/destination/base-url.ts';
import { defaultOther } from '../channels/keys/channel-keys.ts';
import { type Spec, withoutDefaults } from './item.ts';
import { type ChannelShape, channelShape } from './shape.ts';

const {
  key: _,
  name: __,
  ...DEFAULTS
} = channelShape.parse({
  name: '-',
  type: 1,
  key: 'env:KEY',
  models: ['-'],
});

/** The fields of a channel that differ from the defaults, in the order of the shape. */
export function toChannelSpec(channel: Omit<ChannelShape, 'key' | 'name'>): Spec {
  const { type, models, proxy_password: _, ...rest } = channel;
  const fields = {
    ...rest,
    models: namesIn(models.join(',')),
    groups: namesIn(rest.groups.join(',')),
    base_url: normalizeBaseUrl(rest.base_url),
    other: rest.other.trim() === defaultOther(type) ? '' : rest.other,
    model_mapping: parseObject(rest.model_mapping),
    status_code_mapping: parseObject(rest.status_code_mapping),
    setting: parseObject(rest.setting),
    param_override: parseObject(rest.param_override),
    costs: rest.costs.map((cost) => Object.fromEntries(Object.entries(cost).filter(([, of]) => of !== null))),
  };
  return { type, ...withoutDefaults(fields, { ...DEFAULTS, models: undefined, type: undefined }) };
}

export function specOfRow(row: ChannelRow, costs: readonly ChannelCost[]): Spec {
  return toChannelSpec({
    type: row.type,
    // A pause by the gateway is no setting.
    enabled: row.status !== ChannelStatus.disabled,
    multi_key_mode: row.multi_key_mode,
    models: namesIn(row.models),
    groups: namesIn(row.group),
    base_url: row.base_url ?? '',
    other: row.other,
    openai_organization: row.openai_organization ?? '',
    test_model: row.test_model ?? '',
    priority: row.priority,
    weight: row.weight,
    auto_ban: row.auto_ban !== 0,
    tag: row.tag ?? '',
    model_mapping: row.model_mapping ?? '',
    status_code_mapping: row.status_code_mapping,
    setting: row.setting ?? '',
    param_override: row.param_override ?? '',
    costs: [...costs],
  });
}

/** The fields as the console API takes them. */
export function toChannelFields(channel: ChannelShape) {
  return {
    type: channel.type,
    name: channel.name,
    models: channel.models.join(','),
    group: channel.groups.join(','),
    base_url: channel.base_url,
    other: channel.other,
    openai_organization: channel.openai_organization,
    test_model: channel.test_model,
    priority: channel.priority,
    weight: channel.weight,
    auto_ban: channel.auto_ban ? 1 : 0,
    tag: channel.tag || null,
    model_mapping: toJsonText(channel.model_mapping),
    status_code_mapping: toJsonText(channel.status_code_mapping),
    setting: toJsonText(channel.setting),
    param_override: toJsonText(channel.param_override),
  };
}

/** Texts that are no JSON object, or have numbers that JavaScript would round, stay texts. */
function parseObject(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(value);
    const isExact = !/\d{16}/.test(value) && typeof parsed === 'object' && parsed !== null;
    return isExact ? parsed : value;
  } catch {
    return value;
  }
}

function toJsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.keys(value as object).length === 0 ? '' : JSON.stringify(value, null, 2);
}
