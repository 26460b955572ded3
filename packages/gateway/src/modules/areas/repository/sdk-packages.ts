import { insertIfNew } from '../../../db/portable.ts';
import type { Db, SdkPackageTable } from '../../../db/schema.ts';

/** Does nothing when this version of the package is there. */
export async function insert(tx: Db, row: SdkPackageTable): Promise<void> {
  await insertIfNew(tx, 'sdk_packages', row);
}

/** Every version of a package without its content, the latest stored first. */
export function listVersions(db: Db, name: string) {
  return db
    .selectFrom('sdk_packages')
    .select(['version', 'file', 'manifest', 'integrity', 'shasum'])
    .where('name', '=', name)
    .orderBy('stored_at', 'desc')
    .execute();
}

/** Names of the stored packages of one version. */
export async function listNames(db: Db, version: string): Promise<string[]> {
  const rows = await db.selectFrom('sdk_packages').select('name').where('version', '=', version).execute();
  return rows.map(({ name }) => name);
}

export async function findFile(db: Db, file: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('sdk_packages')
    .select('content')
    .where('file', '=', file)
    .executeTakeFirst();
  return row?.content;
}

/** Removes all but the latest stored versions. */
export async function removeOld(tx: Db, keptVersions: number): Promise<void> {
  const versions = await tx
    .selectFrom('sdk_packages')
    .select((eb) => ['version', eb.fn.max('stored_at').as('stored_at')])
    .groupBy('version')
    .orderBy('stored_at', 'desc')
    .execute();
  const old = versions.slice(keptVersions).map(({ version }) => version);
  if (old.length > 0) await tx.deleteFrom('sdk_packages').where('version', 'in', old).execute();
}
