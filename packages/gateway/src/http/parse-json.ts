import { refuseDangerousKey } from '@tollgate/contract';
import { AppError } from '../core/errors.ts';
import { findExcess } from '../core/json-excess.ts';

/**
 * Reads a body. Nothing sent counts as an empty object.
 *
 * @throws {AppError} `invalid_json` for broken text, what is not an object, keys that reach a prototype, more than 64
 *   levels or more than 10,000 keys: those numbers are far above any form and far below what hurts.
 */
export function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const excess = findExcess(text, { maxKeys: MAX_KEYS });
  if (excess) throw new AppError('invalid_json', { reason: excess });
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new AppError('invalid_json', { reason: 'not_an_object' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, refuseDangerousKey);
  } catch (cause) {
    throw new AppError('invalid_json', { reason: 'syntax' }, { cause });
  }
}

const MAX_KEYS = 10_000;
