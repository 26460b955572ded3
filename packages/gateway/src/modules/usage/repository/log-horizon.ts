import type { LogDb } from '../../../db/schema.ts';

/** Seconds. Earlier rows are deleted, or about to be. */
export async function findHorizon(logDb: LogDb): Promise<number> {
  const row = await logDb.selectFrom('log_horizon').select('deleted_before').executeTakeFirst();
  return row ? Number(row.deleted_before) : 0;
}
