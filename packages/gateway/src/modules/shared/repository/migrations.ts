import { sql } from 'kysely';
import { mainMigrationNames } from '../../../db/migrate.ts';
import type { Db } from '../../../db/schema.ts';

/** Whether every migration that this gateway needs is applied. @throws when the database does not answer */
export async function hasAll(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return mainMigrationNames.every((name) => applied.has(name));
}
