import type { LogEntry } from '@tollgate/contract';
import type { Context } from '../core/context.ts';
import * as channels from '../repositories/channels.ts';
import type { LogRow } from '../repositories/log-queries.ts';

/** Rows as an admin sees them, with the names of their channels. */
export async function toEntries(ctx: Context, rows: readonly LogRow[]): Promise<LogEntry[]> {
  const names = await channels.listNames(ctx.db, [...new Set(rows.map((row) => row.channel_id))]);
  return rows.map((row) => toEntry(row, names.get(row.channel_id) ?? ''));
}

/** A row as its user sees it: without channel and `admin_info`, under a number of the user's own. */
export function toOwnEntry(row: LogRow, id: number): LogEntry {
  return { ...toEntry(row, ''), id, channel: 0, other: withoutAdminInfo(row.other) };
}

function toEntry({ is_stream, channel_id, ...row }: LogRow, channel_name: string): LogEntry {
  return { ...row, is_stream: is_stream === 1, channel: channel_id, channel_name };
}

/** Imported rows may hold anything: what cannot be read is not shown. */
function withoutAdminInfo(other: string): string {
  if (!other.includes('admin_info')) return other;
  try {
    const { admin_info: _, ...visible } = JSON.parse(other);
    return JSON.stringify(visible);
  } catch {
    return '';
  }
}
