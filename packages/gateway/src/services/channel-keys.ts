import { sealedPlace } from '../auth/sealed-places.ts';
import { tryOpen } from '../auth/secrets.ts';
import type { Context, Secrets } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { ChannelRow } from '../repositories/channels.ts';
import { removeInvisible, tidyKeyText } from './key-text.ts';

/** Google's Vertex AI: keys are whole JSON documents with lines of their own. */
export const VERTEX = 41;

/** One key a line; lines without a visible character are none. */
export function splitKeys(type: number, text: string): string[] {
  const tidy = tidyKeyText(text);
  if (tidy === '') return [];
  return type === VERTEX ? [removeInvisible(text).trim()] : tidy.split('\n');
}

/** The keys of one channel. A task is asked for with the key that began it, so its channels have one. */
export function readKeys(type: number, text: string): string[] {
  const keys = taskTypes.has(type) ? [] : splitKeys(type, text);
  return keys.length > 0 ? [...new Set(keys)] : [text];
}

/** Keys that one channel may have, and channels that one call may create. */
export const MAX_KEYS = 500;

/** Those that are stored before those that join them, each once. @throws {AppError} `invalid_input` when they are too many */
export function joinKeys(stored: readonly string[], typed: readonly string[]): string[] {
  const keys = [...new Set([...stored, ...typed])];
  if (keys.length > MAX_KEYS) throw new AppError('invalid_input', { field: 'key', reason: 'too_big' });
  return keys;
}

export function takesSeveral(type: number): boolean {
  return type !== VERTEX && !taskTypes.has(type);
}

const taskTypes = new Set([2, 5, 36]);

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

/** The same for work that goes on without them: `undefined` when they cannot be read. */
export function tryOpenKeys({ id, type, key_sealed }: Stored, secrets: Secrets): string[] | undefined {
  const text = tryOpen(secrets, key_sealed, sealedPlace.channelKey(id));
  return text === undefined ? undefined : readKeys(type, text);
}

/** For whoever reads the log, where a round goes on with the next channel. */
export function tellUnreadable({ log }: Pick<Context, 'log'>, channel: number): void {
  log.warn({ channel }, 'the stored key of a channel cannot be read: enter it again in the console');
}

/** Finds a key without opening it, and stands for it where it may not be shown. */
export function hashKey({ secrets }: { secrets: Secrets }, key: string): string {
  return secrets.keyedHash(key, 'channels');
}

/**
 * Tells two keys apart without showing them. A keyed hash: some providers take keys that people chose, and a plain hash
 * would confirm a guess of one.
 */
export function keyHint(ctx: { secrets: Secrets }, key: string): string {
  const tail = key.length >= 12 ? key.slice(-4) : '';
  return `${hashKey(ctx, key).slice(0, 8)} ${tail}`.trim();
}

/** iFlytek's Spark, whose address depends on the version in `other`. */
const SPARK = 18;

export function defaultOther(type: number): string {
  return type === SPARK ? 'v2.1' : '';
}
