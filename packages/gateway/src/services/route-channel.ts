import { ChannelStatus } from '@tollgate/contract';
import type { Secrets } from '../core/context.ts';
import type { ChannelRow } from '../repositories/relay-channels.ts';
import { normalizeBaseUrl } from './base-url.ts';
import { type KeyStates, noneOff } from './channel-key-states.ts';
import { hashKey, openKeys } from './channel-keys.ts';
import { openProxy } from './channel-proxies.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';

/** A channel as calls use it: its JSON fields read, its key unsealed at the first use. */
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
  /** What the upstream calls a model. */
  readonly modelMapping: ReadonlyMap<string, string>;
  /** What a status of the upstream counts as. */
  readonly statusMapping: ReadonlyMap<number, number>;
  /** Fields set in every body. */
  readonly paramOverride: ReadonlyMap<string, unknown>;
  /** Its answers are told again in the plain form of OpenAI's chat, whatever they add or leave out. */
  readonly forceFormat: boolean;
  /** Thoughts become part of the text, between `<think>` and `</think>`. */
  readonly thinkingToContent: boolean;
  /** How long its vendor may say nothing, in milliseconds; `undefined`: as long as any other. */
  readonly silenceMs: number | undefined;
  /** URL of a proxy; empty: none. */
  readonly proxy: string;
  /** Its key; of several the next that is on. @throws {AppError} `channel_key_unreadable` */
  key(): string;
  /** The vendor refused this key for good: it is left out at once, before the database knows. */
  dropKey(key: string): void;
  /** This key was refused, for good or with a `status` for now, and another is on: the channel may be asked once more. */
  hasAnotherKey(key: string, status: number): boolean;
}

export function toRouteChannel(row: ChannelRow, secrets: Secrets, off: KeyStates = noneOff): RouteChannel {
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
    ...settingsOf(new Map(readMap(row.setting))),
    proxy: openProxy(row, secrets),
    key() {
      ring ??= openRing(row, secrets, off);
      return ring.next();
    },
    dropKey: (key) => ring?.drop(key),
    hasAnotherKey: (key, status) => ring?.hasAnother(key, status) ?? false,
  };
}

/**
 * The upstream's name of a model: each name is looked up again until none is mapped.
 *
 * @returns undefined when the mapping goes in a circle.
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

function settingsOf(setting: ReadonlyMap<string, unknown>) {
  return {
    forceFormat: setting.get('force_format') === true,
    thinkingToContent: setting.get('thinking_to_content') === true,
    silenceMs: readSilence(setting.get('silence_seconds')),
  };
}

/** Models that think for long say nothing meanwhile. No answer takes more than an hour anyway. */
function readSilence(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !(seconds >= 1)) return undefined;
  return Math.min(seconds, 3600) * 1000;
}

/** A field that does not hold a JSON object counts as empty: one bad channel must not stop the others. */
function readMap(text: string | null): [string, unknown][] {
  if (!text?.trim()) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
