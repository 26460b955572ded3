import { columnKinds, createTable } from '../column-kinds.ts';
import { type UntypedDb, upsert } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/**
 * A publish key can be retired without distrust of its builds. The gateway records the users who got each
 * build: only they may fetch its files.
 */
export async function up(db: UntypedDb): Promise<void> {
  const { integer, real, key, prose } = columnKinds(db);
  await addColumn(db, 'publish_keys', {
    name: 'retired_at',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
  await addColumn(db, 'area_builds', {
    name: 'released_at',
    type: integer,
    build: (column) => column.notNull().defaultTo(0),
  });
  await createTable(db, 'area_audiences')
    .addColumn('area_id', key(64), (column) => column.notNull())
    .addColumn('build_id', key(10), (column) => column.notNull())
    .addColumn('salt', key(32), (column) => column.notNull())
    .addColumn('percent', real, (column) => column.notNull())
    .addColumn('cohorts', prose)
    .addPrimaryKeyConstraint('area_audiences_key', ['area_id', 'build_id', 'salt'])
    .execute();
  await carryOver(db);
}

/** The users of the current rollouts and pins. */
async function carryOver(db: UntypedDb): Promise<void> {
  for (const row of await db.selectFrom('area_channels').selectAll().execute()) {
    const { area_id, canary_build: build_id, canary_salt: salt, canary_percent: percent } = row;
    const released = [row.stable_build, ...String(row.history).split(',')].filter(
      (id) => !['', '-'].includes(id),
    );
    if (released.length > 0)
      await db
        .updateTable('area_builds')
        .set((eb) => ({ released_at: eb.ref('published_at') }))
        .where('area_id', '=', area_id)
        .where('build_id', 'in', released)
        .execute();
    if (build_id !== '')
      await saveAudience(db, { area_id, build_id, salt, percent, cohorts: row.canary_cohorts });
  }
  for (const { area_id, build_id, user_id } of await db.selectFrom('area_pins').selectAll().execute()) {
    const cohorts = JSON.stringify({ roles: [], users: [Number(user_id)] });
    await saveAudience(db, { area_id, build_id, salt: `pin:${user_id}`, percent: 0, cohorts });
  }
}

async function saveAudience(db: UntypedDb, row: Record<string, unknown>): Promise<void> {
  await upsert(db, 'area_audiences', ['area_id', 'build_id', 'salt'], row);
}
