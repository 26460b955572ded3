import { sql } from 'kysely';
import { flavorOf, type MainFlavor } from '../db/portable.ts';
import type { Db, LogDb } from '../db/schema.ts';
import { auditLog } from './audit-log.ts';
import { invariants } from './invariants.ts';
import { limitInvariants } from './limit-invariants.ts';
import type { AuditFailure } from './types.ts';

export interface AuditReport {
  readonly failures: readonly AuditFailure[];
  /** The names of all checks. */
  readonly checked: readonly string[];
  readonly accounts: number;
  readonly entries: number;
  readonly openHolds: number;
}

export interface AuditOptions {
  /** Calls that ended within this many last seconds may still lack their usage-log row. */
  readonly graceSeconds?: number;
}

/** Checks every invariant of the books. Only reads, each check from one snapshot; may run during traffic. */
export async function audit(
  db: Db,
  logDb: LogDb,
  { graceSeconds = 60 }: AuditOptions = {},
): Promise<AuditReport> {
  const failures: AuditFailure[] = [];
  const all = [...invariants, ...limitInvariants(flavorOf(db) as MainFlavor)];
  for (const { id, sentence, query } of all) {
    const { rows } = await sql<{ subject: string | number; n: number }>`
      SELECT subject, count(*) OVER () AS n FROM (${query}) broken LIMIT 5`.execute(db);
    const [first] = rows;
    if (first)
      failures.push({ id, sentence, count: first.n, examples: rows.map(({ subject }) => String(subject)) });
  }
  const endedBefore = Math.floor(Date.now() / 1000) - graceSeconds;
  failures.push(...(await auditLog(db, logDb, endedBefore)));

  const [accounts, entries, openHolds] = await Promise.all([
    count(db, 'account'),
    count(db, 'entry'),
    count(db, 'hold'),
  ]);
  const checked = [...all.map(({ id, sentence }) => `${id} ${sentence}`), 'I8 log and ledger agree'];
  return { failures, checked, accounts, entries, openHolds };
}

async function count(db: Db, table: 'account' | 'entry' | 'hold'): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
