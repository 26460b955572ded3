import type { AdminLogEntry, LogEntry } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import * as channels from '../channels/repository/channels.ts';
import type { LogRow } from './repository/log-queries.ts';

/** Rows for an admin, with the names of their channels. */
export async function toEntries(ctx: Context, rows: readonly LogRow[]): Promise<AdminLogEntry[]> {
  const names = await channels.listNames(ctx.db, [...new Set(rows.map((row) => row.channel_id))]);
  return rows.map((row) => toEntry(row, names.get(row.channel_id) ?? ''));
}

/** A row for its user: without channel, cost and `admin_info`, with a number of the user's own. */
export function toOwnEntry(row: LogRow, id: number): LogEntry {
  const { provider_cost: _, ...entry } = toEntry(row, '');
  return { ...entry, id, channel: 0, other: withoutAdminInfo(row.other) };
}

function toEntry({ is_stream, channel_id, ...row }: LogRow, channel_name: string): AdminLogEntry {
  return { ...row, is_stream: is_stream === 1, channel: channel_id, channel_name };
}

/** Imported rows may hold anything: unreadable values are left out. */
function withoutAdminInfo(other: string): string {
  if (!other.includes('admin_info')) return other;
  try {
    const { admin_info: _, ...visible } = JSON.parse(other);
    return JSON.stringify(visible);
  } catch {
    return '';
  }
}
