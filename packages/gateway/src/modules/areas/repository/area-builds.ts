import type { Insertable } from 'kysely';
import { insertIfNew } from '../../../db/portable.ts';
import type { AreaBuildTable, AreaFileTable, Db } from '../../../db/schema.ts';

export interface BuildKey {
  area_id: string;
  build_id: string;
}

/** Stores a build with its files. Returns false when the area has a build of this id already. */
export async function insert(
  tx: Db,
  build: Insertable<AreaBuildTable>,
  files: readonly Pick<AreaFileTable, 'path' | 'content'>[],
): Promise<boolean> {
  if (!(await insertIfNew(tx, 'area_builds', build))) return false;
  const { area_id, build_id } = build;
  for (const file of files)
    await tx
      .insertInto('area_files')
      .values({ area_id, build_id, ...file })
      .execute();
  return true;
}

export async function has(db: Db, { area_id, build_id }: BuildKey): Promise<boolean> {
  const row = await ofBuild(db, area_id, build_id).select('build_id').executeTakeFirst();
  return row !== undefined;
}

/** Returns the origin of a build, for publishing it again. Undefined when the area has no such build. */
export function findOrigin(db: Db, { area_id, build_id }: BuildKey) {
  return ofBuild(db, area_id, build_id).select(['manifest', 'key_id']).executeTakeFirst();
}

/** Returns a build as it was published. */
export async function find(db: Db, { area_id, build_id }: BuildKey) {
  const build = await ofBuild(db, area_id, build_id).select(['manifest', 'signature']).executeTakeFirst();
  if (!build) return undefined;
  const files = await db
    .selectFrom('area_files')
    .select(['path', 'content'])
    .where('area_id', '=', area_id)
    .where('build_id', '=', build_id)
    .orderBy('path')
    .execute();
  return { ...build, files };
}

/** Replaces the signature of an existing build. Its manifest and files stay as they are. */
export async function replaceSignature(
  tx: Db,
  { area_id, build_id }: BuildKey,
  origin: Pick<AreaBuildTable, 'signature' | 'key_id' | 'token_id'>,
): Promise<void> {
  await tx
    .updateTable('area_builds')
    .set(origin)
    .where('area_id', '=', area_id)
    .where('build_id', '=', build_id)
    .execute();
}

/** Lists builds that were the stable one at some time. */
export function listReleased(db: Db): Promise<BuildKey[]> {
  return db.selectFrom('area_builds').select(['area_id', 'build_id']).where('released_at', '>', 0).execute();
}

/** Records permanently that all users get a build. Does nothing for a bundled one. */
export async function markReleased(tx: Db, { area_id, build_id }: BuildKey, at: number): Promise<void> {
  await tx
    .updateTable('area_builds')
    .set({ released_at: at })
    .where('area_id', '=', area_id)
    .where('build_id', '=', build_id)
    .where('released_at', '=', 0)
    .execute();
}

/** Returns the manifests of the named builds, as they were signed. */
export async function listManifests(db: Db, keys: readonly BuildKey[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('area_builds')
    .select('manifest')
    .where((eb) => eb.or(keys.map((key) => eb.and({ ...key }))))
    .execute();
  return rows.map(({ manifest }) => manifest);
}

/** Without files, the newest first. */
export function list(db: Db) {
  return db
    .selectFrom('area_builds')
    .select(['area_id', 'build_id', 'version', 'manifest', 'key_id', 'bytes', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('build_id')
    .execute();
}

export async function findFile(
  db: Db,
  { area_id, build_id }: BuildKey,
  path: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('area_files')
    .select('content')
    .where('area_id', '=', area_id)
    .where('build_id', '=', build_id)
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.content;
}

/** Ids of all builds and when they came, the newest of each area first. */
export function listAges(db: Db) {
  return db
    .selectFrom('area_builds')
    .select(['area_id', 'build_id', 'published_at'])
    .orderBy('area_id')
    .orderBy('published_at', 'desc')
    .orderBy('build_id')
    .execute();
}

export async function remove(tx: Db, { area_id, build_id }: BuildKey): Promise<void> {
  for (const table of ['area_files', 'area_audiences', 'area_faults', 'area_notes', 'area_builds'] as const)
    await tx.deleteFrom(table).where('area_id', '=', area_id).where('build_id', '=', build_id).execute();
}

function ofBuild(db: Db, areaId: string, buildId: string) {
  return db.selectFrom('area_builds').where('area_id', '=', areaId).where('build_id', '=', buildId);
}
