import { createHash } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import type { Db } from '../../db/schema.ts';
import * as table from './repository/audit-log.ts';

export interface ChainReport {
  readonly rows: number;
  /** The hash of the last row. A stored copy proves later that no row up to here was rewritten. */
  readonly head: string;
  /** Why the chain cannot be trusted; undefined when it can. */
  readonly broken: string | undefined;
}

export function sealRow(row: Omit<table.AuditRow, 'hash'>): table.AuditRow {
  return { ...row, hash: hashOf(row) };
}

/** Verifies the whole audit log: no row was changed, removed, or added outside of the chain. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  const head = await table.findHead(db);
  let last: table.AuditHead = { last_id: 0, hash: '' };
  for await (const rows of table.stream(db)) {
    for (const row of rows) {
      if (row.id > head.last_id) break; // Written during this check.
      const broken = findFlaw(row, last);
      if (broken) return { rows: last.last_id, head: last.hash, broken };
      last = { last_id: row.id, hash: row.hash };
    }
  }
  const complete = last.last_id === head.last_id && last.hash === head.hash;
  const broken = complete
    ? undefined
    : `row ${last.last_id} is the last, but row ${head.last_id} was written`;
  return { rows: last.last_id, head: last.hash, broken };
}

/** Writes the end of the chain into the process log, which an attacker of the database may not reach. */
export async function anchorChain(ctx: Context): Promise<void> {
  const { last_id, hash } = await table.findHead(ctx.db);
  ctx.log.info({ rows: last_id, head: hash }, 'The audit log so far');
}

function findFlaw(row: table.AuditRow, { last_id, hash }: table.AuditHead): string | undefined {
  if (row.id !== last_id + 1) return `row ${last_id + 1} is missing`;
  if (row.prev_hash !== hash) return `row ${row.id} does not follow the row before it`;
  return row.hash === hashOf(row) ? undefined : `row ${row.id} was changed`;
}

function hashOf(row: Omit<table.AuditRow, 'hash'>): string {
  const { prev_hash, id, at, actor_id, actor_name, ip, request_id, action, target, before, after } = row;
  const fields = [prev_hash, id, at, actor_id, actor_name, ip, request_id, action, target, before, after];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
