import type { Selectable } from 'kysely';
import { insertIfNew } from '../../../db/portable.ts';
import type { AreaApprovalTable, Db } from '../../../db/schema.ts';

export type ApprovalRow = Selectable<AreaApprovalTable>;
export type Request = Omit<ApprovalRow, 'area_id'>;

const noRequest: Request = { build_id: '', requested_by: 0, requested_name: '', requested_at: 0 };

/** Areas whose promotions need another person. */
export function list(db: Db): Promise<ApprovalRow[]> {
  return db.selectFrom('area_approvals').selectAll().execute();
}

export function find(db: Db, areaId: string): Promise<ApprovalRow | undefined> {
  return db.selectFrom('area_approvals').selectAll().where('area_id', '=', areaId).executeTakeFirst();
}

export async function need(tx: Db, areaId: string): Promise<void> {
  await insertIfNew(tx, 'area_approvals', { area_id: areaId });
}

export async function needNone(tx: Db, areaId: string): Promise<void> {
  await tx.deleteFrom('area_approvals').where('area_id', '=', areaId).execute();
}

/** Without a request: the one that waited is over. */
export async function put(tx: Db, areaId: string, request = noRequest): Promise<void> {
  await tx.updateTable('area_approvals').set(request).where('area_id', '=', areaId).execute();
}
