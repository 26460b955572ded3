import type { Channel, ChannelDraft } from '@tollgate/contract';

/** Form values of a channel. Fields have the names of the console API, so that an error finds its field. */
export interface ChannelForm {
  type: number;
  name: string;
  base_url: string;
  /** One key, or one a line; empty keeps the stored one. */
  key: string;
  /** Whether typed keys are added to the stored ones; absent while one is typed. */
  key_mode?: 'replace' | 'append';
  /** How one of several keys is chosen; absent while the channel has one. */
  multi_key_mode?: Channel['multi_key_mode'];
  /** Only type 1 has one. */
  openai_organization: string;
  /** A value that only this type needs, such as a version or a region. */
  other: string;
  group: string[];
  models: string[];
  model_mapping: string;
  status_code_mapping: string;
  param_override: string;
  setting: string;
  tag: string;
  priority: number;
  weight: number;
  auto_ban: boolean;
  test_model: string;
}

export const OPENAI = 1;
export const MAX_NAME = 128;

/** Google's Vertex AI has keys of several lines. */
const VERTEX = 41;
const SPARK = 18;
const SPARK_VERSION = 'v2.1';

export const freshChannel: ChannelForm = {
  type: OPENAI,
  name: '',
  base_url: '',
  key: '',
  openai_organization: '',
  other: '',
  group: ['default'],
  models: [],
  model_mapping: '',
  status_code_mapping: '',
  param_override: '',
  setting: '',
  tag: '',
  priority: 0,
  weight: 0,
  auto_ban: true,
  test_model: '',
};

/** Label of the type-specific field, if any: a key of `form.other`. */
export const otherWords: Readonly<Record<number, string>> = {
  3: 'api-version',
  18: 'spark-version',
  21: 'library',
  39: 'account',
  41: 'region',
};

export function toForm(channel: Channel): ChannelForm {
  return {
    type: channel.type,
    name: channel.name,
    base_url: channel.base_url ?? '',
    key: '',
    key_mode: channel.multi_key_size > 1 ? 'append' : 'replace',
    multi_key_mode: channel.multi_key_mode,
    openai_organization: channel.openai_organization ?? '',
    other: channel.other,
    group: namesOf(channel.group),
    models: namesOf(channel.models),
    model_mapping: channel.model_mapping ?? '',
    status_code_mapping: channel.status_code_mapping ?? '',
    param_override: channel.param_override ?? '',
    setting: channel.setting ?? '',
    tag: channel.tag ?? '',
    priority: channel.priority ?? 0,
    weight: channel.weight ?? 0,
    auto_ban: channel.auto_ban !== 0,
    test_model: channel.test_model ?? '',
  };
}

/** A hidden field is absent. Null clears an optional field. */
export function toDraft(form: Partial<ChannelForm>): ChannelDraft {
  const { type, name, key, other, group, models, priority, weight, auto_ban, ...texts } = {
    ...freshChannel,
    ...form,
  };
  return {
    type,
    name: name.trim(),
    key: key.trim(),
    other: other.trim() || (type === SPARK ? SPARK_VERSION : ''),
    group: group.join(','),
    models: models.join(','),
    base_url: cleanAddress(texts.base_url),
    openai_organization: textOrNull(texts.openai_organization),
    model_mapping: textOrNull(texts.model_mapping),
    status_code_mapping: textOrNull(texts.status_code_mapping),
    param_override: textOrNull(texts.param_override),
    setting: textOrNull(texts.setting),
    tag: textOrNull(texts.tag),
    test_model: textOrNull(texts.test_model),
    priority: Math.trunc(priority),
    weight: Math.trunc(weight),
    auto_ban: auto_ban ? 1 : 0,
  };
}

/**
 * Returns the changed fields of a channel. Other fields may have changed meanwhile, by a form or by the
 * gateway itself: sending them would undo that.
 */
export function changesOf(shown: Channel, form: Partial<ChannelForm>): Partial<ChannelDraft> {
  const before = toDraft(toForm(shown));
  const changed = Object.entries(toDraft(form)).filter(
    ([name, value]) => value !== before[name as keyof ChannelDraft],
  );
  return Object.fromEntries(changed);
}

/** Returns how many channels are created: one per key. */
export function countKeys(type: number, text: string): number {
  if (type === VERTEX) return text.trim() === '' ? 0 : 1;
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

export function cleanAddress(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

/** Returns the end that the gateway adds itself, usually a mistake: `/v1`, alone or with the path of a call; else ''. */
export function surplusEnd(address: string): string {
  return (
    /\/v1(?:\/(?:chat\/completions|completions|messages|responses|models))?$/.exec(
      cleanAddress(address),
    )?.[0] ?? ''
  );
}

function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function textOrNull(text: string): string | null {
  return text.trim() || null;
}
