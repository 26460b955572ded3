import { listTokens } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import type { UntypedDb } from '../../db/portable.ts';
import { findBalance } from '../../ledger/post.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases, type FreshDatabase } from '../../testing/databases.ts';
import { LITELLM_KEYS, makeLitellm, SALT_KEY } from '../../testing/foreign-litellm.ts';
import { startRelayLab } from '../../testing/relay.ts';
import { type FakeUpstream, startUpstream } from '../../testing/upstream.ts';
import { importCommand } from './import.ts';

describeDatabases('an import from LiteLLM', (database) => {
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
    vi.stubEnv('LITELLM_SALT_KEY', SALT_KEY);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
    const { db, close } = await connect(source.options);
    await makeLitellm(db as unknown as UntypedDb, upstream.url);
    await close();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await upstream.close();
    await source.dispose();
  });

  test('takes users, keys by their hashes, budgets, models with sealed keys, and what was spent', async () => {
    const address = source.options.databaseUrl ?? `${source.options.dataDir}/tollgate.db`;
    const config = readConfig({ DATA_DIR: target.options.dataDir, DATABASE_URL: target.options.databaseUrl });
    await importCommand(config, ['litellm', address, '--credit', '2']);
    for (const note of [
      'tokens         5 of 6',
      'a key that is no SHA-256: left out (odd)',
      'disabled: its api_key is in the environment of LiteLLM (KEY): enter it here; it has no key (openai away)',
      'disabled: the type 999 is not known here (rarely)',
      'it has no price yet and cannot be called (fast, away, rare)',
      'The books add up.',
    ])
      expect(output).toContain(note);

    const lab = await startRelayLab({ database: target, setUp: false, channel: false });
    const { db, logDb } = lab.ctx;
    const people = await db
      .selectFrom('users')
      .select(['id', 'username', 'role', 'email'])
      .orderBy('id')
      .execute();
    expect(people.slice(0, 3)).toMatchObject([
      { username: 'team Red', role: 1 },
      { username: 'Ana', role: 10, email: 'ana@x.test' },
      { username: 'Ana-2', role: 1, email: 'ana@y.test' },
    ]);
    const [team, admin, limited] = people as unknown as [{ id: number }, { id: number }, { id: number }];
    const balanceOf = (ownerId: number) => findBalance(db, { ownerType: 'user', ownerId });
    expect(await balanceOf(team.id)).toMatchObject({ balance: 21_000_000, used: 4_000_000 });
    expect(await balanceOf(admin.id)).toMatchObject({ balance: 1_000_000, used: 750_000 });
    expect(await balanceOf(limited.id)).toMatchObject({ balance: 3_000_000 });
    const rules = await db
      .selectFrom('limit_rules')
      .select(['scope', 'resource', 'amount', 'window'])
      .orderBy('id')
      .execute();
    expect(rules).toEqual([
      { scope: 'token', resource: 'requests', amount: 100, window: 'minute' },
      { scope: 'token', resource: 'quota', amount: 2_500_000, window: 'rolling:720' },
    ]);
    expect(
      await logDb.selectFrom('logs').select(['quota', 'model_name', 'username', 'use_time']).execute(),
    ).toEqual([{ quota: 1000, model_name: 'gpt-4o', username: 'Ana', use_time: 2 }]);

    const call = async (key: string, model = 'gpt-4o') =>
      (await lab.chat({ model }, { authorization: `Bearer ${key}` })).status;
    for (const key of ['plain', 'hyphen', 'budget', 'team'] as const) {
      expect(await call(LITELLM_KEYS[key])).toBe(200);
      await expect.poll(() => storedKeys()).toContain(LITELLM_KEYS[key].slice(3));
      expect(await call(LITELLM_KEYS[key])).toBe(200);
    }
    expect(await call(LITELLM_KEYS.hyphen, 'fast')).toBe(403);
    await lab.option('SelfUseModeEnabled', 'true');
    expect(await call(LITELLM_KEYS.plain, 'fast')).toBe(200);
    expect(await call(LITELLM_KEYS.blocked)).toBe(401);
    expect(await call('sk-Unknown000000000000aaa')).toBe(401);
    expect(upstream.calls.at(-1)).toMatchObject({
      headers: { authorization: 'Bearer sk-provider' },
      json: { model: 'gpt-4o' },
    });
    await lab.close();

    /** The keys that the owners of tokens can see. */
    async function storedKeys(): Promise<string[]> {
      const owners = await db.selectFrom('users').select(['id', 'username']).execute();
      const lists = await Promise.all(
        owners.map((owner) => createClient(lab.app, lab.ctx, owner).get(listTokens, { p: 0, size: 100 })),
      );
      return lists.flat().map(({ key }) => key.replace(/^sk-/, ''));
    }
  });
});
