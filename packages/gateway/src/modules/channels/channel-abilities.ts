import { ChannelStatus } from '@tollgate/contract';
import { AppError } from '../../core/errors.ts';
import type { ChannelRow } from './repository/channels.ts';

/** The widths of the columns. */
const maxLength = { models: 255, group: 64 };
/** Rows of one channel: twenty groups of a thousand models. Two short texts could require millions. */
const MAX_ROWS = 20_000;

/**
 * Returns each model of a channel for each of its groups.
 *
 * @throws {AppError} `invalid_input` when a list is empty, a name too long, or the two lists make too many
 * rows
 */
export function abilitiesOf({ id, status, models, group, priority, weight, tag }: ChannelRow) {
  const modelNames = splitList(models, 'models');
  const groups = splitList(group, 'group');
  if (modelNames.length * groups.length > MAX_ROWS)
    throw new AppError('invalid_input', { field: 'models', reason: 'too_big' });
  const enabled = status === ChannelStatus.enabled ? 1 : 0;
  return groups.flatMap((name) =>
    modelNames.map((model) => ({ group: name, model, channel_id: id, enabled, priority, weight, tag })),
  );
}

/** The names of a comma-separated list, without duplicates. */
export function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}

function splitList(text: string, field: keyof typeof maxLength): string[] {
  const distinct = namesIn(text);
  if (distinct.length === 0) throw new AppError('invalid_input', { field, reason: 'required' });
  if (distinct.some((name) => name.length > maxLength[field])) {
    throw new AppError('invalid_input', { field, reason: 'too_long' });
  }
  return distinct;
}
