import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import type { UntypedDb } from '../../db/portable.ts';
import { findBalance } from '../../ledger/post.ts';
import { describeDatabases, type FreshDatabase } from '../../testing/databases.ts';
import { makeLitellm, SALT_KEY } from '../../testing/foreign-litellm.ts';
import { fillForeign } from '../../testing/foreign-tables.ts';
import { startRelayLab } from '../../testing/relay.ts';
import { type FakeUpstream, startUpstream } from '../../testing/upstream.ts';
import { importCommand } from './import.ts';

const KEYS = {
  open: 'sk-Open0000000000000000aa',
  personal: 'sk-Personal000000000000aa',
  team: 'sk-TeamList000000000000aa',
  nothing: 'sk-Nothing0000000000000aa',
  budget: 'sk-OfBudget000000000000aa',
  spent: 'sk-Spent00000000000000aaa',
  models: 'sk-Models0000000000000aaa',
} as const;
const hash = (key: string) => createHash('sha256').update(key).digest('hex');

describeDatabases('limits from LiteLLM', (database) => {
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
    await addLimited(db as unknown as UntypedDb);
    await close();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await upstream.close();
    await source.dispose();
  });

  async function take(): Promise<void> {
    const address = source.options.databaseUrl ?? `${source.options.dataDir}/tollgate.db`;
    const config = readConfig({ DATA_DIR: target.options.dataDir, DATABASE_URL: target.options.databaseUrl });
    await importCommand(config, ['litellm', address, '--credit', '2']);
  }

  test('keys call the models that they could call there, and no others', async () => {
    await take();
    for (const note of [
      'its list of models is in the keys that are taken over: keys made here later need one too (Blue)',
      'its list of models is in the keys that are taken over: keys made here later need one too (Bo)',
      'no model is allowed by its list and that of its team or user (nothing)',
      '4 × a key without a user or a team: it belongs to the account litellm',
    ])
      expect(output).toContain(note);
    expect(output).not.toContain('×  (');
    const lab = await startRelayLab({ database: target, setUp: false, channel: false });
    await lab.option('SelfUseModeEnabled', 'true');
    const statuses = async (key: string) => {
      const call = async (model: string) =>
        (await lab.chat({ model }, { authorization: `Bearer ${key}` })).status;
      return [await call('gpt-4o'), await call('fast')];
    };
    expect(await statuses(KEYS.open)).toEqual([200, 200]);
    expect(await statuses(KEYS.personal)).toEqual([200, 403]);
    expect(await statuses(KEYS.team)).toEqual([403, 200]);
    expect(await statuses(KEYS.nothing)).toEqual([403, 403]);
    await lab.close();
  });

  test('budgets of tables, models and times become balances and limits; the rest is in the report', async () => {
    await take();
    for (const note of [
      'a soft budget only warns there: set a warning at its limit here (soft_budget) (budget)',
      'the time of its budget begins again, with nothing spent of it (models)',
      'its budget lasts 900d, which no limit can: it is not filled again (nothing)',
    ])
      expect(output).toContain(note);
    const { db, close } = await connect(target.options);
    const tokens = await db
      .selectFrom('tokens')
      .select(['id', 'name', 'unlimited_quota'])
      .where('name', 'in', Object.keys(KEYS))
      .execute();
    const of = (name: string) => tokens.find((token) => token.name === name) ?? { id: 0, unlimited_quota: 0 };
    const balanceOf = (name: string) => findBalance(db, { ownerType: 'token', ownerId: of(name).id });
    const rulesOf = async (name: string) => {
      const query = db.selectFrom('limit_rules').select(['resource', 'amount', 'window', 'models']);
      return (
        await query
          .where('scope_id', '=', String(of(name).id))
          .orderBy('id')
          .execute()
      ).map(({ resource, amount, window, models }) => `${resource} ${amount} ${window} ${models}`.trim());
    };
    expect(await balanceOf('budget')).toMatchObject({ balance: 1_500_000, used: 500_000 });
    expect(await rulesOf('budget')).toEqual(['requests 7 minute']);
    expect(of('spent').unlimited_quota).toBe(0);
    expect(await balanceOf('spent')).toMatchObject({ balance: 0 });
    expect(await rulesOf('models')).toEqual([
      'quota 500000 hour',
      'quota 250000 day fast',
      'tokens 300 minute gpt-4o',
    ]);
    await close();
    await target.dispose();
  });
});

async function addLimited(db: UntypedDb): Promise<void> {
  await fillForeign(db, 'LiteLLM_TeamTable', [
    { team_id: 'team-2', team_alias: 'Blue', blocked: false, spend: 0, models: ['fast'] },
  ]);
  await fillForeign(db, 'LiteLLM_UserTable', [
    {
      user_id: 'u-3',
      user_alias: 'Bo',
      user_email: 'bo@x.test',
      max_budget: 5,
      spend: 0,
      models: ['gpt-4o'],
    },
  ]);
  await fillForeign(db, 'LiteLLM_BudgetTable', [
    { budget_id: 'b-1', max_budget: 4, rpm_limit: 7, soft_budget: 1 },
  ]);
  const key = (name: keyof typeof KEYS) => ({
    ...{ token: hash(KEYS[name]), key_alias: name, spend: 0, models: [] as string[], blocked: false },
  });
  await fillForeign(db, 'LiteLLM_VerificationToken', [
    key('open'),
    { ...key('personal'), user_id: 'u-3' },
    { ...key('team'), user_id: 'u-3', team_id: 'team-2', models: ['all-team-models'] },
    { ...key('nothing'), team_id: 'team-2', models: ['gpt-4o'], max_budget: 3, budget_duration: '900d' },
    { ...key('budget'), budget_id: 'b-1', spend: 1 },
    { ...key('spent'), max_budget: 0, budget_duration: '30d' },
    {
      ...{ ...key('models'), max_budget: 1, budget_duration: '30m', spend: 0.5 },
      model_max_budget: '{"fast":{"budget_limit":0.5,"time_period":"1d"}}',
      metadata: '{"model_tpm_limit":{"gpt-4o":300}}',
    },
  ]);
}
