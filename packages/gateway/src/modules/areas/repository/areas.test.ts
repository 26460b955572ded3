import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../../../testing/databases.ts';
import * as audiences from './area-audiences.ts';
import * as builds from './area-builds.ts';
import * as channels from './area-channels.ts';
import * as counts from './area-counts.ts';
import * as overrides from './area-overrides.ts';
import * as publishers from './publishers.ts';

describeDatabases('areas', (database) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.dispose());

  const build = {
    area_id: 'logs',
    build_id: '1111111111',
    version: '0.1.0',
    manifest: '{"title":"日志 🪵"}',
    signature: 's',
    key_id: 1,
    token_id: 1,
    bytes: 4,
    published_at: 100,
  };

  test('a build is read back byte for byte, is stored once, and is deleted with its files', async () => {
    const { db } = opened;
    const content = Buffer.from([0, 255, 39, 92, 10, 0]);
    const files = [{ path: 'static/js/a.js', content }];
    expect(await builds.insert(db, build, files)).toBe(true);
    expect(await builds.insert(db, { ...build, manifest: '{}' }, files)).toBe(false);
    const found = await builds.findFile(db, build, 'static/js/a.js');
    expect(Buffer.from(found ?? [])).toEqual(content);
    expect(await builds.findFile(db, build, 'STATIC/js/a.js')).toBeUndefined();
    const other = { area_id: 'logs', build_id: '2222222222' };
    expect(
      await builds.listManifests(
        db,
        [build, other].map(({ area_id, build_id }) => ({ area_id, build_id })),
      ),
    ).toEqual([build.manifest]);
    expect((await builds.list(db)).map(({ build_id }) => build_id)).toEqual([build.build_id]);
    await builds.remove(db, build);
    expect(await builds.has(db, build)).toBe(false);
    expect(await builds.findFile(db, build, 'static/js/a.js')).toBeUndefined();
  });

  test('the audience of a build is deleted with the build', async () => {
    const { db } = opened;
    const key = { area_id: 'logs', build_id: '3333333333', salt: 's' };
    await builds.insert(db, { ...build, build_id: key.build_id }, []);
    await audiences.put(db, { ...key, percent: 1, cohorts: '' });
    await audiences.put(db, { ...key, percent: 2.5, cohorts: '{"roles":[],"users":[7]}' });
    expect(await audiences.find(db, key)).toMatchObject({
      percent: 2.5,
      cohorts: '{"roles":[],"users":[7]}',
    });
    await builds.remove(db, key);
    expect(await audiences.list(db)).toEqual([]);
  });

  test('the rollout row of an area is created once, and one of many processes takes its canary back', async () => {
    const { db } = opened;
    const lock = () => db.transaction().execute((tx) => channels.lock(tx, 'logs'));
    expect((await lock()).stable_build).toBe('');
    await channels.update(db, 'logs', { canary_build: '1111111111', canary_percent: 2.5 });
    expect(await lock()).toMatchObject({ canary_percent: 2.5, canary_frozen: '', canary_cohorts: '' });
    const freeze = () => channels.freeze(db, 'logs', '1111111111', 'fails');
    const answers = [await freeze(), await freeze(), await channels.freeze(db, 'logs', '2222222222', 'x')];
    expect(answers).toEqual([true, false, false]);
    expect(await channels.list(db)).toHaveLength(1);
  });

  test('one of many processes takes the next step of a plan; none does once the canary is taken back', async () => {
    const { db } = opened;
    const plan = { canary_plan: '{"steps":[0.1,10],"minutes":10}', canary_step_at: 1_780_000_000 };
    const running = { canary_build: '1111111111', canary_percent: 0.1, canary_frozen: '' };
    await db.transaction().execute((tx) => channels.lock(tx, 'user'));
    expect(await channelOf('user')).toMatchObject({ canary_plan: '', canary_step_at: 0 });
    await channels.update(db, 'user', { ...running, ...plan });
    const seen = await channelOf('user');
    expect(seen).toMatchObject({ ...running, ...plan });
    const step = { canary_percent: 10, canary_step_at: 1_780_000_600 };
    const answers = await Promise.all([1, 2, 3].map(() => channels.advance(db, seen, step)));
    expect(answers.sort()).toEqual([false, false, true]);
    const next = await channelOf('user');
    expect(next).toMatchObject(step);
    expect(await channels.freeze(db, 'user', '1111111111', 'fails')).toBe(true);
    expect(await channels.advance(db, next, { canary_percent: 100, canary_step_at: 1_780_001_200 })).toBe(
      false,
    );
    expect(await channelOf('user')).toMatchObject(step);
  });

  async function channelOf(area: string): Promise<channels.ChannelRow> {
    const row = (await channels.list(opened.db)).find(({ area_id }) => area_id === area);
    if (!row) throw new Error(`There is no channel of ${area}.`);
    return row;
  }

  test('an area comes from a development server for one session, at one address, until the grant expires', async () => {
    const { db } = opened;
    const row = {
      id_hash: 'a'.repeat(64),
      area_id: 'logs',
      origin: 'http://127.0.0.1:3104',
      expires_at: 100,
    };
    await overrides.put(db, row);
    await overrides.put(db, { ...row, origin: 'http://127.0.0.1:3105', expires_at: 200 });
    await overrides.put(db, { ...row, area_id: 'user' });
    await overrides.put(db, { ...row, id_hash: 'b'.repeat(64) });
    const ofSession = async (now: number) =>
      (await overrides.listOfSession(db, row.id_hash, now)).map(({ area_id, origin }) => [area_id, origin]);
    expect(await ofSession(99)).toEqual([
      ['logs', 'http://127.0.0.1:3105'],
      ['user', row.origin],
    ]);
    expect(await ofSession(100)).toEqual([['logs', 'http://127.0.0.1:3105']]);
    await overrides.removeExpired(db, 100);
    expect(await overrides.remove(db, row.id_hash, 'user')).toBe(false);
    expect(await overrides.remove(db, 'b'.repeat(64), 'logs')).toBe(false);
    expect(await overrides.remove(db, row.id_hash, 'logs')).toBe(true);
    expect(await ofSession(0)).toEqual([]);
  });

  test('a build is switched off once, and pins expire', async () => {
    const { db } = opened;
    const off = { area_id: 'logs', build_id: '', reason: 'first', at: 1 };
    await channels.revoke(db, off);
    await channels.revoke(db, { ...off, reason: 'second' });
    expect(await channels.listRevocations(db)).toEqual([{ ...off, reason: 'second' }]);
    expect([await channels.restore(db, 'logs', ''), await channels.restore(db, 'logs', '')]).toEqual([
      true,
      false,
    ]);
    const pin = { area_id: 'logs', user_id: 7, build_id: '1111111111', reason: 'r', expires_at: 50 };
    await channels.pin(db, pin);
    await channels.pin(db, { ...pin, build_id: '2222222222' });
    expect(await channels.listPins(db, 49)).toEqual([{ ...pin, build_id: '2222222222' }]);
    expect(await channels.listPins(db, 50)).toEqual([]);
    await channels.removeExpiredPins(db, 50);
    expect(await channels.unpin(db, 'logs', 7)).toBe(false);
  });

  test('counters add up, also from many processes at once', async () => {
    const { db } = opened;
    const row = { window_at: 300, area_id: 'logs', build_id: '1111111111', counter: 'load', count: 2 };
    const rows = [row, { ...row, counter: 'ms.3' }, { ...row, window_at: 0, count: 100 }];
    await Promise.all([1, 2, 3, 4].map(() => counts.add(db, rows)));
    const sums = (await counts.sumSince(db, 300)).map(({ counter, count }) => [counter, count]);
    expect(sums.sort()).toEqual([
      ['load', 8],
      ['ms.3', 8],
    ]);
    await counts.removeBefore(db, 300);
    expect(await counts.sumSince(db, 0)).toHaveLength(2);
  });

  test('keys and tokens are valid until they are revoked', async () => {
    const { db } = opened;
    const key = await publishers.insertKey(db, { name: 'ci', public_key: 'k', created_at: 1, area_id: '' });
    const token = await publishers.insertToken(db, {
      area_id: 'logs',
      name: 'ci',
      token_hash: 'h',
      created_at: 1,
      rights: 'publish',
      expires_at: 0,
    });
    expect((await publishers.listKeys(db)).map(({ id }) => id)).toEqual([key]);
    const again = { name: 'the same key', public_key: 'k', area_id: '', created_at: 2 };
    const other = await publishers.insertKey(db, { ...again, public_key: 'K' });
    await publishers.insertKey(db, again);
    expect(await publishers.revokeKey(db, key, 10)).toBe(true);
    expect((await publishers.listKeys(db)).map(({ id }) => id)).toEqual([other]);
    expect((await publishers.findToken(db, 'h'))?.id).toBe(token);
    await publishers.recordUse(db, token, 9);
    expect((await publishers.listTokens(db))[0]?.used_at).toBe(9);
    expect(await publishers.revokeToken(db, token, 10)).toBe(true);
    expect(await publishers.revokeToken(db, token, 11)).toBe(false);
    expect((await publishers.findToken(db, 'h'))?.revoked_at).toBe(10);
    expect(await publishers.findToken(db, 'another')).toBeUndefined();
  });
});
