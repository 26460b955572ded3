import { findChannelType } from '@tollgate/contract';
import type { Context, Secrets } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { sealedPlace } from '../../secrets/sealed-places.ts';
import { tryOpen } from '../../secrets/secrets.ts';
import type { ChannelRow } from '../repository/channels.ts';
import { removeInvisible, tidyKeyText } from './key-text.ts';

/** Splits one key a line, or returns one JSON document with its lines. Skips invisible lines. */
export function splitKeys(type: number, text: string): string[] {
  const tidy = tidyKeyText(text);
  if (tidy === '') return [];
  return findChannelType(type)?.keys === 'document' ? [removeInvisible(text).trim()] : tidy.split('\n');
}

/** Reads the keys of one channel. A task is polled with the key that began it: its channels have one. */
export function readKeys(type: number, text: string): string[] {
  const keys = findChannelType(type)?.keys === 'one' ? [] : splitKeys(type, text);
  return keys.length > 0 ? [...new Set(keys)] : [text];
}

/** Limit of keys in one channel, and of channels that one call may create. */
export const MAX_KEYS = 500;

/**
 * Joins stored keys and new ones, without duplicates. @throws {AppError} `invalid_input` when they are too
 * many
 */
export function joinKeys(stored: readonly string[], typed: readonly string[]): string[] {
  const keys = [...new Set([...stored, ...typed])];
  if (keys.length > MAX_KEYS) throw new AppError('invalid_input', { field: 'key', reason: 'too_big' });
  return keys;
}

export function takesSeveral(type: number): boolean {
  return findChannelType(type)?.keys === undefined;
}

type Stored = Pick<ChannelRow, 'id' | 'type' | 'key_sealed'>;

/** The keys of a stored channel as one text. @throws {AppError} `channel_key_unreadable` */
export function openKeyText({ id, key_sealed }: Omit<Stored, 'type'>, secrets: Secrets): string {
  try {
    return secrets.open(key_sealed, sealedPlace.channelKey(id));
  } catch (cause) {
    throw new AppError('channel_key_unreadable', { id }, { cause });
  }
}

/** The keys of a stored channel. @throws {AppError} `channel_key_unreadable` */
export function openKeys(row: Stored, secrets: Secrets): string[] {
  return readKeys(row.type, openKeyText(row, secrets));
}

/** The same for work that continues without the keys: `undefined` when they cannot be read. */
export function tryOpenKeys({ id, type, key_sealed }: Stored, secrets: Secrets): string[] | undefined {
  const text = tryOpen(secrets, key_sealed, sealedPlace.channelKey(id));
  return text === undefined ? undefined : readKeys(type, text);
}

/** Writes the error to the log, where a round continues with the next channel. */
export function logUnreadableKey({ log }: Pick<Context, 'log'>, channel: number): void {
  log.warn({ channel }, 'the stored key of a channel cannot be read: enter it again in the console');
}

/** Finds a key without opening it, and identifies it where it may not be shown. */
export function hashKey({ secrets }: { secrets: Secrets }, key: string): string {
  return secrets.keyedHash(key, 'channels');
}

/**
 * Distinguishes two keys without showing them. A keyed hash: some providers take keys that people chose, and
 * a plain hash would confirm a guess of one.
 */
export function keyHint(ctx: { secrets: Secrets }, key: string): string {
  const tail = key.length >= 12 ? key.slice(-4) : '';
  return `${hashKey(ctx, key).slice(0, 8)} ${tail}`.trim();
}

export function defaultOther(type: number): string {
  return findChannelType(type)?.defaultOther ?? '';
}
