import { LogType } from '@tollgate/contract';
import { readRequestSecond } from '../core/request-id-time.ts';
import type { Db, LogDb } from '../db/schema.ts';
import type { AuditFailure } from './types.ts';

const pageSize = 1000;
/** Tolerance for a clock that was set back between the id of a call and the time in its row. */
const clockToleranceSeconds = 3600;

/** I8: the usage log and the ledger agree for every call, as far back as the log reaches. */
export async function auditLog(db: Db, logDb: LogDb, endedBefore: number): Promise<AuditFailure[]> {
  const unlogged = await collect<string>(
    'I8',
    'every charge is known to the usage log, with the same amount',
    (after) => unloggedCharges(db, logDb, after, endedBefore),
  );
  const uncharged = await collect<number>(
    'I8b',
    'every row of the usage log that names a cost has its charge',
    (after) => unchargedRows(db, logDb, after),
  );
  return [...unlogged, ...uncharged];
}

interface Page<Cursor> {
  readonly broken: string[];
  /** Undefined after the last page. */
  readonly next: Cursor | undefined;
}

async function collect<Cursor>(
  id: string,
  sentence: string,
  readPage: (after: Cursor | undefined) => Promise<Page<Cursor>>,
): Promise<AuditFailure[]> {
  let count = 0;
  const examples: string[] = [];
  let cursor: Cursor | undefined;
  do {
    const { broken, next } = await readPage(cursor);
    count += broken.length;
    examples.push(...broken.slice(0, 5 - examples.length));
    cursor = next;
  } while (cursor !== undefined);
  return count === 0 ? [] : [{ id, sentence, count, examples }];
}

async function unloggedCharges(
  db: Db,
  logDb: LogDb,
  after: string | undefined,
  endedBefore: number,
): Promise<Page<string>> {
  const charges = await db
    .selectFrom('entry')
    .select(['ref', 'amount', 'at'])
    .where('kind', '=', 'usage')
    .where('ref', '>', after ?? '')
    .orderBy('ref')
    .limit(pageSize)
    .execute();
  const due = charges.filter(({ at }) => at <= endedBefore);
  const logged = new Map<string, number>();
  if (due.length > 0) {
    const refs = due.map(({ ref }) => ref);
    const rows = await logDb
      .selectFrom('logs')
      .select(['request_id', 'quota'])
      .where('request_id', 'in', refs)
      .execute();
    const unlogged = await logDb
      .selectFrom('unlogged_calls')
      .select(['request_id', 'quota'])
      .where('request_id', 'in', refs)
      .execute();
    for (const { request_id, quota } of [...rows, ...unlogged]) logged.set(request_id, quota);
  }
  const wrong = due.filter(({ ref, amount }) => logged.get(ref) !== Math.abs(amount));
  const horizon = wrong.length > 0 ? await readHorizon(logDb) : 0; // after the rows: it moves before they go
  const broken = wrong.map(({ ref }) => ref).filter((ref) => logged.has(ref) || mustBeLogged(ref, horizon));
  return { broken, next: charges.length < pageSize ? undefined : charges.at(-1)?.ref };
}

/** Seconds since 1970, or 0 when no row was ever deleted for its age. */
async function readHorizon(logDb: LogDb): Promise<number> {
  const horizon = await logDb.selectFrom('log_horizon').select('deleted_before').executeTakeFirst();
  return Number(horizon?.deleted_before ?? 0);
}

/**
 * Whether the row of a call cannot have been deleted for its age. Rows are deleted by the start time of the
 * call, which the id of the call contains. The time of the charge does not help: a recovered call is charged
 * when a gateway starts again, which may be days later.
 */
function mustBeLogged(requestId: string, horizon: number): boolean {
  if (horizon === 0) return true;
  const began = readRequestSecond(requestId);
  return began !== undefined && began >= horizon + clockToleranceSeconds;
}

/** Rows without a billing basis come from an import. */
async function unchargedRows(db: Db, logDb: LogDb, after: number | undefined): Promise<Page<number>> {
  const rows = await logDb
    .selectFrom('logs')
    .select(['id', 'request_id'])
    .where('id', '>', after ?? 0)
    .where('type', '=', LogType.consumption)
    .where('quota', '<>', 0)
    .where('billing_basis', '<>', '')
    .orderBy('id')
    .limit(pageSize)
    .execute();
  const charged = new Set<string>();
  if (rows.length > 0) {
    const ids = rows.map(({ request_id }) => request_id);
    const entries = await db
      .selectFrom('entry')
      .select('ref')
      .where('kind', '=', 'usage')
      .where('ref', 'in', ids)
      .execute();
    for (const { ref } of entries) charged.add(ref);
  }
  const broken = rows
    .filter(({ request_id }) => !charged.has(request_id))
    .map(({ request_id }) => request_id);
  return { broken, next: rows.length < pageSize ? undefined : rows.at(-1)?.id };
}
