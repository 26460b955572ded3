import type { Insertable, Selectable } from 'kysely';
import type { Db, DeclarationTable } from '../../../db/schema.ts';

export type DeclarationRow = Selectable<DeclarationTable>;
export type DeclaredKind = DeclarationRow['kind'];

/** In the order of kinds and names. */
export async function list(db: Db): Promise<DeclarationRow[]> {
  const rows = await db.selectFrom('declarations').selectAll().execute();
  return rows.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

export function listOf(db: Db, kind: DeclaredKind): Promise<DeclarationRow[]> {
  return db.selectFrom('declarations').selectAll().where('kind', '=', kind).execute();
}

export async function replaceAll(tx: Db, rows: readonly Insertable<DeclarationTable>[]): Promise<void> {
  await tx.deleteFrom('declarations').execute();
  for (let at = 0; at < rows.length; at += 100)
    await tx
      .insertInto('declarations')
      .values(rows.slice(at, at + 100))
      .execute();
}

function orderOf({ kind, name }: DeclarationRow): string {
  return `${kind} ${name}`;
}
