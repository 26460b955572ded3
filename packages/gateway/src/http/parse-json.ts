import { refuseDangerousKey } from '@tollgate/contract';
import { AppError } from '../core/errors.ts';
import { type JsonLimits, scanJson } from '../core/json-scan.ts';
import { jsonLimits } from '../core/limits.ts';

const reasons: Record<keyof JsonLimits, string> = {
  depth: 'too_deep',
  fields: 'too_many_keys',
  members: 'too_many_keys',
  shapes: 'too_many_keys',
  items: 'too_many_values',
  weight: 'too_many_values',
  escapes: 'too_many_values',
  numbers: 'too_many_values',
};

/**
 * Parses a body. An empty body counts as an empty object.
 *
 * @throws {AppError} `invalid_json` for invalid JSON, for other values than objects, for keys that reach a
 * prototype, and for more than 64 levels, 10,000 keys or 20,000 list items. These limits are far above any
 * form, and low enough that parsing and checking does not delay other requests.
 */
export function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const { excess } = scanJson(Buffer.from(text), jsonLimits.form);
  if (excess) throw new AppError('invalid_json', { reason: reasons[excess.limit] });
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
