import type { Parsed, updateChannel } from '@tollgate/contract';
import { normalizeBaseUrl } from './destination/base-url.ts';
import type { ChannelRow } from './repository/channels.ts';

type Sent = Omit<Parsed<typeof updateChannel>, 'id' | 'key' | 'status'>;
type Columns = Partial<Omit<ChannelRow, 'id' | 'key_sealed' | 'proxy_sealed' | 'created_time'>>;

/**
 * Converts a request to columns. Like in new-api, a blank text or zero in a required field means "as it is",
 * and in an optional field it clears the value.
 */
export function toColumns(sent: Sent): Columns {
  const { type, name, models, group, ...rest } = sent;
  const required = { type, name, models, group };
  const filled = Object.entries(required).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 0,
  );
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(filled), ...Object.fromEntries(given.map(withoutNull)) };
}

/** Columns that are not nullable. */
function withoutNull([column, value]: [string, unknown]): [string, unknown] {
  if (column === 'base_url') return [column, normalizeBaseUrl(String(value ?? ''))];
  if (Object.hasOwn(absent, column)) return [column, value ?? absent[column]];
  return [column, value];
}

const absent: Record<string, unknown> = { weight: 0, priority: 0, auto_ban: 1, status_code_mapping: '' };
