import type { AuditEntry, CursorPage, listAudit, Parsed } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { cursorPage } from '../shared/page.ts';
import * as table from './repository/audit-log.ts';

export function list(ctx: Context, input: Parsed<typeof listAudit>): Promise<CursorPage<AuditEntry>> {
  return cursorPage(ctx.reader, table, { filter: toFilter(input), page: input }, (row) => row);
}

/** A numeric actor is an id: names change, and one name may belong to several people over time. */
export function toFilter({
  action,
  target,
  actor,
  start_timestamp: from,
  end_timestamp: to,
}: Omit<Parsed<typeof listAudit>, 'p' | 'page_size' | 'cursor'>): table.AuditFilter {
  const who = /^\d{1,15}$/.test(actor) ? { actorId: Number(actor) } : { actor };
  return { action, target, from, to, ...who };
}
