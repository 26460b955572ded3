import type { Selectable } from 'kysely';
import { forUpdate, upsert } from '../../../db/portable.ts';
import type { AreaAudienceTable, Db } from '../../../db/schema.ts';

export type AudienceRow = Selectable<AreaAudienceTable>;

export function list(db: Db): Promise<AudienceRow[]> {
  return db.selectFrom('area_audiences').selectAll().execute();
}

/** Locks the row until the transaction ends. */
export function find(
  tx: Db,
  { area_id, build_id, salt }: Pick<AudienceRow, 'area_id' | 'build_id' | 'salt'>,
): Promise<AudienceRow | undefined> {
  const query = tx
    .selectFrom('area_audiences')
    .selectAll()
    .where('area_id', '=', area_id)
    .where('build_id', '=', build_id)
    .where('salt', '=', salt);
  return forUpdate(tx, query).executeTakeFirst();
}

export function put(tx: Db, row: AudienceRow): Promise<void> {
  return upsert(tx, 'area_audiences', ['area_id', 'build_id', 'salt'], row);
}
