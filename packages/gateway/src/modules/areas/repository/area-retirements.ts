import type { RetiredAddress } from '@tollgate/contract';
import type { Selectable } from 'kysely';
import { upsert } from '../../../db/portable.ts';
import type { AreaRetirementTable, Db } from '../../../db/schema.ts';

export type RetirementRow = Omit<Selectable<AreaRetirementTable>, 'addresses'> & {
  addresses: RetiredAddress[];
};

export async function list(db: Db): Promise<RetirementRow[]> {
  const rows = await db.selectFrom('area_retirements').selectAll().orderBy('area_id').execute();
  return rows.map((row) => ({ ...row, addresses: JSON.parse(row.addresses) as RetiredAddress[] }));
}

export async function put(tx: Db, row: RetirementRow): Promise<void> {
  await upsert(tx, 'area_retirements', ['area_id'], { ...row, addresses: JSON.stringify(row.addresses) });
}

/** Does nothing for an area that is not retired. */
export async function remove(tx: Db, areaId: string): Promise<void> {
  await tx.deleteFrom('area_retirements').where('area_id', '=', areaId).execute();
}
