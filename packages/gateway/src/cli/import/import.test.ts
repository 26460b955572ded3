import { getStatus, login } from '@tollgate/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import type { UntypedDb } from '../../db/portable.ts';
import { findBalance } from '../../ledger/post.ts';
import { describeDatabases, type FreshDatabase } from '../../testing/databases.ts';
import { CODE, KEY, LOGGED_AT, makeNewApi, PASSWORD } from '../../testing/foreign-new-api.ts';
import { makeOneApi } from '../../testing/foreign-one-api.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type FakeUpstream, startUpstream } from '../../testing/upstream.ts';
import { importCommand } from './import.ts';
import { taskStep } from './take-work.ts';

describeDatabases('an import', (database) => {
  let source: FreshDatabase;
  let target: FreshDatabase;
  let upstream: FakeUpstream;
  let output = '';
  beforeEach(async () => {
    [source, target, upstream] = [
      await database.createEmpty(),
      await database.create(),
      await startUpstream(),
    ];
    output = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await upstream.close();
    await source.dispose();
  });

  async function prepare(make: (db: UntypedDb, base: string) => Promise<void>): Promise<void> {
    const { db, close } = await connect(source.options);
    await make(db as unknown as UntypedDb, upstream.url);
    await close();
  }

  const address = () => source.options.databaseUrl ?? `sqlite:${source.options.dataDir}/tollgate.db`;
  const config = () =>
    readConfig({ DATA_DIR: target.options.dataDir, DATABASE_URL: target.options.databaseUrl });
  const take = (kind: string, ...rest: string[]) => importCommand(config(), [kind, address(), ...rest]);

  /** What the target has: rows of every table that the import writes. */
  async function snapshot(): Promise<string> {
    const { db, logDb, close } = await connect(target.options);
    const read = (from: UntypedDb, table: string) =>
      sql`select * from ${sql.table(table)} order by 1, 2`.execute(from);
    const main = [
      'users',
      'tokens',
      'channels',
      'abilities',
      'options',
      'redemptions',
      'top_ups',
      'account',
      'entry',
    ];
    const logs = ['logs', 'quota_data', 'model_hours', 'channel_usage', 'log_sums'];
    const parts = [
      ...(await Promise.all(main.map((table) => read(db as unknown as UntypedDb, table)))),
      ...(await Promise.all(logs.map((table) => read(logDb as unknown as UntypedDb, table)))),
    ];
    await close();
    return JSON.stringify(parts.map(({ rows }) => rows));
  }

  test('from new-api takes everything over, and says what was not', async () => {
    await prepare(makeNewApi);
    await take('new-api');
    expect(output).toContain('users          5 of 5');
    expect(output).toContain('tokens         6 of 7');
    for (const note of [
      'its user does not exist: left out (6)',
      'the name is empty: named user-<id> (5)',
      'the balance is below zero (3)',
      'lines of its addresses are no addresses: left out (4)',
      'none of its addresses is an address: disabled (5)',
      'the webhook is not https: warnings go by email (5)',
      'the value is not valid, so the default applies (Price)',
      'there is no such option here (ChatLink)',
      'it needs another option that is empty (GitHubOAuthEnabled)',
      'disabled: model_mapping is no JSON object: left out (4 bad mapping)',
      'disabled: the type 55 is not known here (6 later type)',
      'it cannot be reached as it is (channel_host_metadata) (9 metadata)',
      'still runs: it is followed',
      'The books add up.',
    ])
      expect(output).toContain(note);
    expect(output).not.toContain('mail-secret-1');

    const before = await snapshot();
    await take('new-api');
    expect(await snapshot()).toBe(before);
    await checkNewApi(await startRelayLab({ database: target, setUp: false, channel: false }));
  });

  async function checkNewApi(lab: RelayLab): Promise<void> {
    const { db, logDb } = lab.ctx;
    const balanceOf = (ownerId: number, ownerType: 'user' | 'token' | 'aff' = 'user') =>
      findBalance(db, { ownerType, ownerId });
    expect(await balanceOf(2)).toMatchObject({ balance: 1_000_000, used: 250_000, count: 7 });
    expect(await balanceOf(3)).toMatchObject({ balance: -420 });
    expect(await balanceOf(2, 'aff')).toMatchObject({ balance: 30_000 });
    expect(await balanceOf(1, 'token')).toMatchObject({ balance: -900, used: 900 });
    expect((await lab.as('visitor').call(getStatus, {})).body.data).toMatchObject({
      system_name: 'Moved in',
      setup: true,
    });

    const visitor = lab.as('visitor');
    expect((await visitor.call(login, { username: 'alice', password: PASSWORD })).body.success).toBe(true);
    const self = await fetch(`${lab.url}/api/user/self`, {
      headers: { authorization: 'T'.repeat(28), 'new-api-user': '2' },
    });
    expect(((await self.json()) as { data: object }).data).toMatchObject({
      username: 'alice',
      used_quota: 250_000,
      request_count: 7,
    });

    const call = (key: string, model = 'gpt-4o') =>
      lab.chat({ model }, { authorization: `Bearer sk-${key}` });
    expect((await call(KEY)).status).toBe(200);
    expect((await call('W'.repeat(48), 'gpt-4o-mini')).status).toBe(200);
    expect((await call('W'.repeat(48))).status).toBe(403);
    expect((await call('S'.repeat(48))).status).toBe(401);
    expect((await call('V'.repeat(48))).status).toBe(401);
    expect((await call('R'.repeat(48))).status).toBe(403);
    expect(upstream.calls.every(({ headers }) => headers.authorization === 'Bearer sk-provider')).toBe(true);

    const { ModelRatio } = lab.ctx.options.current;
    expect(ModelRatio.get('gpt-4o')).toBe(7);
    const channels = await db.selectFrom('channels').select(['id', 'status', 'name']).orderBy('id').execute();
    expect(channels.map(({ id, status }) => [id, status])).toEqual([
      [3, 1],
      [4, 2],
      [5, 2],
      [6, 2],
      [7, 1],
      [9, 2],
    ]);
    const off = await db.selectFrom('channel_keys').select(['channel_id', 'status']).execute();
    expect(off).toEqual([{ channel_id: 7, status: 2 }]);

    const rows = await logDb
      .selectFrom('logs')
      .selectAll()
      .where('request_id', 'like', 'new-api-%')
      .orderBy('id')
      .execute();
    expect(rows.map(({ type, quota, is_stream, token_id }) => [type, quota, is_stream, token_id])).toEqual([
      [2, 100, 1, 1],
      [2, 150, 1, 1],
      [1, 0, 0, 0],
    ]);
    const hours = await logDb
      .selectFrom('quota_data')
      .select(['created_at', 'quota'])
      .where('created_at', '<=', LOGGED_AT)
      .orderBy('created_at')
      .execute();
    expect(hours).toEqual([
      { created_at: LOGGED_AT - 3600, quota: 33 },
      { created_at: LOGGED_AT, quota: 100 },
    ]);
    const used = await logDb
      .selectFrom('channel_usage')
      .select('quota')
      .where('channel_id', '=', 3)
      .executeTakeFirst();
    expect(used?.quota).toBeGreaterThanOrEqual(77_000);
    const identities = await db
      .selectFrom('identities')
      .select(['provider', 'user_id'])
      .orderBy('provider')
      .execute();
    expect(identities).toEqual([
      { provider: 'linuxdo', user_id: 2 },
      { provider: 'oidc', user_id: 2 },
    ]);
    const waiting = await db.selectFrom('pending_tasks').select(['platform', 'row_id']).execute();
    expect(waiting).toEqual([{ platform: 'mj', row_id: 2 }]);
    const order = await db.selectFrom('top_ups').select(['status', 'quota']).execute();
    expect(order).toEqual([{ status: 'pending', quota: 5_000_000 }]);
    expect(await db.selectFrom('redemptions').select(['id', 'status']).orderBy('id').execute()).toEqual([
      { id: 1, status: 1 },
      { id: 2, status: 3 },
      { id: 3, status: 2 },
    ]);
    const { key_hash } = await db
      .selectFrom('redemptions')
      .select('key_hash')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(key_hash).toBe(lab.ctx.secrets.hash(CODE));
    await db.deleteFrom('pending_tasks').execute();
    await lab.close();
  }

  test('from one-api maps types of channels and restrictions of tokens', async () => {
    await prepare(makeOneApi);
    await take('one-api');
    const lab = await startRelayLab({ database: target, setUp: false, channel: false });
    const channels = await lab.ctx.db
      .selectFrom('channels')
      .select(['type', 'status'])
      .orderBy('id')
      .execute();
    expect(channels).toEqual([
      { type: 1, status: 1 },
      { type: 43, status: 1 },
      { type: 999, status: 2 },
      { type: 33, status: 1 },
    ]);
    const authorization = `Bearer sk-${KEY}`;
    expect((await lab.chat({}, { authorization })).status).toBe(200);
    expect((await lab.chat({ model: 'deepseek-chat' }, { authorization })).status).toBe(403);
    expect(
      (await lab.as('visitor').call(login, { username: 'alice', password: PASSWORD })).body.success,
    ).toBe(true);
    const [row] = await lab.ctx.logDb
      .selectFrom('logs')
      .select(['use_time', 'duration_ms'])
      .where('request_id', '=', 'one-api-1')
      .execute();
    expect(row).toEqual({ use_time: 3, duration_ms: 2500 });
    await lab.close();
  });

  test('that is a dry run changes nothing', async () => {
    await prepare(makeNewApi);
    const { db, close } = await connect(target.options);
    await take('new-api', '--dry-run');
    expect(output).toContain('users          5 of 5');
    expect(output).toContain('nothing was taken over');
    if (target.options.databaseUrl) expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    await close();
    await target.dispose();
  });

  test('that was interrupted goes on where it was', async () => {
    await prepare(makeNewApi);
    const step = vi.spyOn(taskStep, 'write').mockRejectedValueOnce(new Error('the power is gone'));
    await expect(take('new-api')).rejects.toThrow('the power is gone');
    const { db, close } = await connect(target.options);
    const done = await db.selectFrom('import_steps').select('step').where('done', '=', 1).execute();
    expect(done.map(({ step }) => step)).toContain('users');
    expect(await db.selectFrom('setups').select('id').execute()).toEqual([]);
    await close();

    await take('new-api');
    expect(step).toHaveBeenCalledTimes(2);
    expect(output).toContain('users          5 of 5');
    await checkNewApi(await startRelayLab({ database: target, setUp: false, channel: false }));
  });

  test('refuses a gateway that has users, and another source than the one that was begun', async () => {
    await prepare(makeNewApi);
    await take('new-api');
    await expect(take('one-api')).rejects.toThrow('An import from new-api was begun here');
    const { db, close } = await connect(target.options);
    await db.deleteFrom('import_steps').execute();
    await close();
    await expect(take('new-api')).rejects.toThrow('has users already');
    await target.dispose();
  });
});
