import { ChannelStatus, findChannelType } from '@tollgate/contract';
import type { Secrets } from '../../../core/context.ts';
import { normalizeBaseUrl } from '../destination/base-url.ts';
import { openProxy } from '../destination/channel-proxies.ts';
import { type KeyStates, NO_KEYS_OFF } from '../keys/channel-key-states.ts';
import { hashKey, openKeys } from '../keys/channel-keys.ts';
import { createKeyRing, type KeyRing } from '../keys/key-ring.ts';
import type { ChannelRow } from '../repository/relay-channels.ts';

/** A channel as calls use it: its JSON fields parsed, its key unsealed at the first use. */
export interface RouteChannel {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly status: number;
  /** Empty: the default of its type. As `normalizeBaseUrl` leaves it. */
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string;
  readonly autoBan: boolean;
  /** The upstream names of models. */
  readonly modelMapping: ReadonlyMap<string, string>;
  /** Replacement statuses by upstream status. */
  readonly statusMapping: ReadonlyMap<number, number>;
  /** Fields set in every body. */
  readonly paramOverride: ReadonlyMap<string, unknown>;
  /**
   * Converts its responses to the plain form of OpenAI's chat, whatever fields they add or leave out. False:
   * they pass unchanged. Without it only those are mended that OpenAI's clients cannot read.
   */
  readonly forceFormat: boolean | undefined;
  /** Reasoning becomes part of the text, between `<think>` and `</think>`. */
  readonly thinkingToContent: boolean;
  /** Marks the prompts of converted calls for the cache of its vendor, where that needs marks. */
  readonly cachesPrompts: boolean;
  /** Whether a stream is cancelled when its caller leaves, where its usage can be counted. */
  readonly cancelsStreams: boolean;
  /** How long its vendor may be silent, in milliseconds; `undefined`: the default. */
  readonly silenceMs: number | undefined;
  /** URL of a proxy; empty: none. */
  readonly proxy: string;
  /**
   * Returns its key; of several the preferred one, else the next enabled one.
   *
   * @throws {AppError} `channel_key_unreadable`
   */
  key(prefers?: (key: string) => boolean): string;
  /** Whether it has several keys. Known after the first use. */
  hasSeveralKeys(): boolean;
  /** Skips a key that the vendor refused for good at once, before the database has it. */
  dropKey(key: string): void;
  /**
   * Whether another key is on after this one was refused, for good or with a `status` for now: then the
   * channel may be retried.
   */
  hasAnotherKey(key: string, status: number): boolean;
}

export function toRouteChannel(
  row: ChannelRow,
  secrets: Secrets,
  off: KeyStates = NO_KEYS_OFF,
): RouteChannel {
  let ring: KeyRing | undefined;
  const statuses = readMap(row.status_code_mapping).map(([from, to]) => [Number(from), Number(to)] as const);
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    status: row.status,
    baseUrl: normalizeBaseUrl(row.base_url ?? ''),
    other: row.other,
    organization: row.openai_organization ?? '',
    autoBan: row.auto_ban === 1,
    modelMapping: new Map(
      readMap(row.model_mapping).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    statusMapping: new Map(statuses.filter(([from, to]) => from !== 200 && to >= 400 && to <= 599)),
    paramOverride: new Map(readMap(row.param_override)),
    ...settingsOf(new Map(readMap(row.setting)), row.type),
    proxy: openProxy(row, secrets),
    key(prefers) {
      ring ??= openRing(row, secrets, off);
      return ring.next(prefers);
    },
    hasSeveralKeys: () => (ring?.size ?? 0) > 1,
    dropKey: (key) => ring?.drop(key),
    hasAnotherKey: (key, status) => ring?.hasAnother(key, status) ?? false,
  };
}

/**
 * Returns the upstream's name of a model: looks up each name again until none is mapped.
 *
 * @returns undefined when the mapping is circular
 */
export function mapModel(mapping: ReadonlyMap<string, string>, model: string): string | undefined {
  const seen = new Set([model]);
  let name = model;
  for (let next = mapping.get(name); next !== undefined && next !== name; next = mapping.get(name)) {
    if (seen.has(next)) return undefined;
    seen.add(next);
    name = next;
  }
  return name;
}

function openRing(row: ChannelRow, secrets: Secrets, off: KeyStates): KeyRing {
  const keys = openKeys(row, secrets).map((key) => ({
    key,
    status: off.get(off.size > 0 ? hashKey({ secrets }, key) : '') ?? ChannelStatus.enabled,
  }));
  return createKeyRing(keys, row.multi_key_mode === 'random' ? Math.random : undefined);
}

function settingsOf(setting: ReadonlyMap<string, unknown>, type: number) {
  const forceFormat = setting.get('force_format');
  const onHangUp = setting.get('on_hang_up');
  const goesOn = findChannelType(type)?.goesOnAfterHangUp === true;
  return {
    forceFormat: typeof forceFormat === 'boolean' ? forceFormat : undefined,
    thinkingToContent: setting.get('thinking_to_content') === true,
    cachesPrompts: setting.get('cache_prompts') === true,
    cancelsStreams: onHangUp === 'cancel' || (!goesOn && onHangUp !== 'finish'),
    silenceMs: readSilence(setting.get('silence_seconds')),
  };
}

/** Reasoning models may be silent for long. No response takes more than an hour. */
function readSilence(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !(seconds >= 1)) return undefined;
  return Math.min(seconds, 3600) * 1000;
}

/** A field without a JSON object counts as empty: one broken channel must not stop the others. */
function readMap(text: string | null): [string, unknown][] {
  if (!text?.trim()) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
