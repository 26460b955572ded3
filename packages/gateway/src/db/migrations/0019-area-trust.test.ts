import { afterEach, expect, test } from 'vitest';
import * as audiences from '../../modules/areas/repository/area-audiences.ts';
import * as builds from '../../modules/areas/repository/area-builds.ts';
import * as channels from '../../modules/areas/repository/area-channels.ts';
import { describeDatabases, type OpenDatabase } from '../../testing/databases.ts';
import { up } from './0019-area-trust.ts';

const [STABLE, EARLIER, CANARY, PINNED] = ['1111111111', '2222222222', '3333333333', '4444444444'] as const;

describeDatabases('the migration 0019', (database) => {
  let opened: OpenDatabase;
  afterEach(() => opened.dispose());

  test('keeps the builds that rollouts and pins gave to users', async () => {
    opened = await database.open();
    const { db } = opened;
    await db.schema.alterTable('publish_keys').dropColumn('retired_at').execute();
    await db.schema.alterTable('area_builds').dropColumn('released_at').execute();
    await db.schema.dropTable('area_audiences').execute();
    for (const build_id of [STABLE, EARLIER, CANARY, PINNED]) await builds.insert(db, buildOf(build_id), []);
    await db.transaction().execute((tx) => channels.lock(tx, 'logs'));
    await channels.update(db, 'logs', {
      stable_build: STABLE,
      history: `-,${EARLIER}`,
      canary_build: CANARY,
      canary_percent: 2.5,
      canary_salt: 's',
      canary_cohorts: '{"roles":[10],"users":[7]}',
    });
    const pin = { area_id: 'logs', user_id: 12, build_id: PINNED, reason: 'r', expires_at: 50 };
    await channels.pin(db, pin);

    await up(db);
    const released = (await builds.listReleased(db)).map(({ build_id }) => build_id);
    expect(released.sort()).toEqual([STABLE, EARLIER]);
    const given = await audiences.list(db);
    expect(given.sort((a, b) => a.build_id.localeCompare(b.build_id))).toEqual([
      { area_id: 'logs', build_id: CANARY, salt: 's', percent: 2.5, cohorts: '{"roles":[10],"users":[7]}' },
      {
        area_id: 'logs',
        build_id: PINNED,
        salt: 'pin:12',
        percent: 0,
        cohorts: '{"roles":[],"users":[12]}',
      },
    ]);
  });
});

function buildOf(build_id: string) {
  return {
    area_id: 'logs',
    build_id,
    version: '0.1.0',
    manifest: '{}',
    signature: 's',
    key_id: 1,
    token_id: 1,
    bytes: 4,
    published_at: 100,
  };
}
