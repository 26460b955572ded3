import type { Selectable } from 'kysely';
import { asKey } from '../../../db/portable.ts';
import type { Db, EntryTable } from '../../../db/schema.ts';

export type EntryRow = Selectable<EntryTable> & { id: number };

/** Empty texts and absent numbers do not filter. Times are unix seconds, both inclusive. */
export interface EntryFilter {
  /** The account's id in the ledger. */
  account: number;
  kind?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Only entries with a smaller number. */
  before?: number | undefined;
}

/** Newest first. `id` is the number of the entry within its account. */
export function list(
  db: Db,
  filter: EntryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<EntryRow[]> {
  return matching(db, filter)
    .selectAll()
    .select('seq as id')
    .orderBy('seq', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function count(db: Db, filter: EntryFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Oldest first, in batches of at most 1,000 rows: for exports. */
export async function* stream(db: Db, filter: EntryFilter): AsyncGenerator<EntryRow[]> {
  let after = 0;
  for (;;) {
    const rows = await matching(db, filter)
      .selectAll()
      .select('seq as id')
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(SLICE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE) return;
    after = rows.at(-1)?.seq ?? after;
  }
}

function matching(db: Db, { account, kind, from, to, before }: EntryFilter) {
  let query = db.selectFrom('entry').where('account', '=', account);
  if (kind) query = query.where('kind', '=', asKey(kind));
  if (from) query = query.where('at', '>=', from);
  if (to) query = query.where('at', '<=', to);
  if (before) query = query.where('seq', '<', before);
  return query;
}

const SLICE = 1000;
