import { AppError } from '../../core/errors.ts';
import type { Db } from '../../db/schema.ts';
import { type DeclaredKind, listOf } from './repository/declarations.ts';

/**
 * Refuses to change what a file of the operator declares. `tollgate apply` takes the declarations back first, in the
 * transaction of its own changes.
 *
 * @param names names of options and models, or ids of channels and limit rules
 * @throws {AppError} `declared_elsewhere`
 */
export async function refuseDeclared(
  db: Db,
  kind: DeclaredKind,
  names: readonly (string | number)[],
): Promise<void> {
  if (names.length === 0) return;
  const wanted = new Set(names);
  const rows = await listOf(db, kind);
  const declared = rows.find(({ name, row_id }) => wanted.has(row_id === 0 ? name : row_id));
  if (declared) throw new AppError('declared_elsewhere', { name: declared.name, place: declared.place });
}

/** Where things are declared, by the names of options and models or the ids of channels and limit rules. */
export async function listPlaces(db: Db, kind: DeclaredKind): Promise<Places> {
  const rows = await listOf(db, kind);
  const places = new Map(rows.map(({ name, row_id, place }) => [row_id === 0 ? name : row_id, place]));
  return (name) => {
    const declared = places.get(name);
    return declared === undefined ? {} : { declared };
  };
}

/** A field for the console API; none for what no file declares. */
type Places = (name: string | number) => { declared?: string };
