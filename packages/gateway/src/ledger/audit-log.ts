import { LogType } from '@tollgate/contract';
import { type Selectable, sql } from 'kysely';
import { readRequestSecond } from '../core/request-id-time.ts';
import { flavorOf } from '../db/portable.ts';
import type { Db, LogDb, LogTable } from '../db/schema.ts';
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
  const uncharged = await collect<LogPlace>(
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
      .where(isNear(logDb, refs))
      .execute();
    const unlogged = await logDb
      .selectFrom('unlogged_calls')
      .select(['request_id', 'quota'])
      .where('request_id', 'in', refs)
      .where(isNear(logDb, refs))
      .execute();
    for (const { request_id, quota } of [...rows, ...unlogged]) logged.set(request_id, quota);
  }
  const wrong = due.filter(({ ref, amount }) => logged.get(ref) !== Math.abs(amount));
  const horizon = wrong.length > 0 ? await readHorizon(logDb) : 0; // after the rows: it moves before they go
  const broken = wrong.map(({ ref }) => ref).filter((ref) => logged.has(ref) || mustBeLogged(ref, horizon));
  return { broken, next: charges.length < pageSize ? undefined : charges.at(-1)?.ref };
}

/** ClickHouse has rows in the order of their time alone, and ids of the gateway begin with it. */
function isNear(logDb: LogDb, ids: readonly string[]) {
  const seconds = flavorOf(logDb) === 'clickhouse' ? ids.map(readRequestSecond) : [undefined];
  const known = seconds.filter((second) => second !== undefined);
  if (known.length < seconds.length) return sql<boolean>`1 = 1`;
  const from = Math.min(...known) - clockToleranceSeconds;
  return sql<boolean>`created_at between ${from} and ${Math.max(...known) + clockToleranceSeconds}`;
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
async function unchargedRows(db: Db, logDb: LogDb, after: LogPlace | undefined): Promise<Page<LogPlace>> {
  const rows = await logAfter(logDb, after)
    .select(['id', 'request_id', 'created_at'])
    .where('type', '=', LogType.consumption)
    .where('quota', '<>', 0)
    .where('billing_basis', '<>', '')
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
  return { broken, next: rows.length < pageSize ? undefined : rows.at(-1) };
}

type LogPlace = Pick<Selectable<LogTable>, 'id' | 'created_at' | 'request_id'>;

/** The log from a row on, in the order in which its database stores it. */
function logAfter(logDb: LogDb, after: LogPlace | undefined) {
  const rows = logDb.selectFrom('logs');
  if (flavorOf(logDb) !== 'clickhouse') return rows.where('id', '>', after?.id ?? 0).orderBy('id');
  const ordered = rows.orderBy('created_at').orderBy('request_id');
  if (!after) return ordered;
  const { created_at, request_id } = after;
  return ordered
    .where('created_at', '>=', created_at)
    .where((eb) => eb.or([eb('created_at', '>', created_at), eb('request_id', '>', request_id)]));
}
