import type { ForeignDatabase } from '../../db/foreign-database.ts';
import type { Db } from '../../db/schema.ts';
import { Fields } from './values.ts';

export const UNIT = 500_000;

/** Quota units of dollars. */
export function toUnits(dollars: number): number {
  const units = Math.round(dollars * UNIT);
  return Number.isSafeInteger(units) ? units : 0;
}

/** The rows that were made for users or teams. */
export async function findImported(
  db: Db,
  kind: 'user' | 'team',
  foreignIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(foreignIds.filter(Boolean))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_ids')
    .select(['foreign_id', 'id'])
    .where('kind', '=', kind)
    .where('foreign_id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ foreign_id, id }) => [foreign_id, Number(id)]));
}

/** A list of texts, which PostgreSQL's driver reads and others leave as JSON. */
export function listOf(fields: Fields, column: string): string[] {
  const value = fields.json(column);
  return Array.isArray(value) ? value.map(String) : [];
}

/** The rows of a table of the source by a column, which identifies them. None without the table. */
export async function findForeign(
  source: ForeignDatabase,
  [table, column]: readonly [string, string],
  values: readonly string[],
): Promise<ReadonlyMap<string, Fields>> {
  const wanted = [...new Set(values.filter(Boolean))];
  if (wanted.length === 0 || !(await source.hasTable(table))) return new Map();
  const rows = (await source.find(table, column, wanted)).map((row) => new Fields(row));
  return new Map(rows.map((fields) => [fields.text(column), fields]));
}
