import {
  copyChannel,
  createChannel,
  createRedemptions,
  createToken,
  deleteChannels,
  deleteDisabledChannels,
  deleteToken,
  disableChannelTag,
  editChannelTag,
  getSetup,
  listAudit,
  listLogs,
  listOwnEntries,
  listOwnModels,
  login,
  pageChannels,
  pageChannelTags,
  pageRedemptions,
  pageTokens,
  redeemCode,
  repairChannels,
  saveOption,
  searchChannels,
  searchRedemptions,
  searchTokens,
  submitSetup,
  tagChannels,
  updateChannel,
  updateToken,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { verifyChain } from '../../modules/audit/audit-chain.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases, isInFull } from '../../testing/databases.ts';
import { makeLogs } from '../../testing/factories.ts';

const password = 'correct horse';

describeDatabases('the console API', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create(), setUp: false });
  });
  afterAll(() => app?.close());

  const root = () => createClient(app.app, app.ctx, { id: 1 });

  test('one of many concurrent setups succeeds and signs in', async () => {
    const visitor = app.as('visitor');
    expect((await visitor.get(getSetup, {})).database_type).toBe(database.kind);
    const form = { username: 'owner', password, confirmPassword: password };
    const answers = await Promise.all(
      Array.from({ length: isInFull ? 50 : 10 }, () => visitor.call(submitSetup, form)),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect((await visitor.call(login, { username: 'owner', password })).body.data).toMatchObject({
      role: 100,
    });
  });

  test('options, channels and models are stored and served', async () => {
    await root().get(saveOption, { key: 'SystemName', value: '网关 🚦' });
    await root().get(saveOption, { key: 'SystemName', value: '网关 🚦 2' });
    expect(app.ctx.options.current.SystemName).toBe('网关 🚦 2');
    const draft = {
      type: 1,
      name: 'Ost 100%',
      key: 'sk-a\nsk-b',
      models: 'm1,m2',
      group: 'default',
      tag: 't',
    };
    await root().get(createChannel, draft);
    const page = await root().get(pageChannels, { page_size: 1, model: 'M1', group: 'default' });
    expect(page.total).toBe(2);
    expect((await root().get(searchChannels, { keyword: '100%' })).length).toBe(2);
    expect((await root().get(searchChannels, { keyword: 'ost', tag_mode: true })).length).toBe(2);
    const changed = await root().get(updateChannel, {
      id: page.items[0]?.id as number,
      status: 2,
      models: 'm3',
    });
    expect(changed).toMatchObject({ status: 2, models: 'm3', name: 'Ost 100%' });
    expect(await root().get(listOwnModels, {})).toEqual(['m1', 'm2']);
  });

  test('tags, batches, copies and repairs of channels work', async () => {
    const found = await root().get(searchChannels, { keyword: 'sk-a' });
    expect(found.length).toBe(1);
    const id = found[0]?.id as number;
    const { id: copied } = await root().get(copyChannel, { id, name: 'Kopie' });
    await root().get(tagChannels, { ids: [id, copied], tag: '标签' });
    await root().get(editChannelTag, { tag: '标签', priority: 4, models: 'm4,m5', groups: 'default,vip' });
    const { items, total } = await root().get(pageChannelTags, { keyword: 'Kopie' });
    expect([total, items[0]?.channels.length, items[0]?.priority]).toEqual([1, 2, 4]);
    await root().get(disableChannelTag, { tag: '标签' });
    await app.ctx.db.deleteFrom('abilities').where('model', '=', 'm5').execute();
    expect(await root().get(repairChannels, {})).toBe(2);
    expect(await root().get(deleteDisabledChannels, {})).toBeGreaterThanOrEqual(2);
    expect(await root().get(repairChannels, {})).toBe(0);
    expect(await root().get(deleteChannels, { ids: [id, copied] })).toBe(2);
    expect(await root().get(searchChannels, { keyword: 'sk-a' })).toEqual([]);
  });

  test('tokens and their quota are stored and served', async () => {
    const made = await root().get(createToken, { name: '笔记本', remain_quota: 9_000_000_000_000_000 });
    expect(made.remain_quota).toBe(9_000_000_000_000_000);
    expect((await root().get(updateToken, { id: made.id, remain_quota: 5 })).remain_quota).toBe(5);
    await root().get(createToken, { name: 'free', unlimited_quota: true });
    expect((await root().get(pageTokens, { keyword: '笔' })).items.map(({ id }) => id)).toEqual([made.id]);
    expect((await root().get(searchTokens, { token: made.key.slice(3, 20) })).length).toBe(1);
    await root().get(deleteToken, { id: made.id });
    expect((await root().get(pageTokens, {})).total).toBe(1);
  });

  test('logs are listed', async () => {
    await makeLogs(app.ctx, [
      { username: 'owner', model_name: 'gpt-4o', quota: 5, other: '{"admin_info":{}}' },
      { username: 'owner', model_name: 'gpt-4', quota: 7, is_stream: 1 },
    ]);
    const page = await root().get(listLogs, { model_name: 'gpt-4%', p: 1, page_size: 1 });
    expect(page).toMatchObject({ total: 2, items: [{ quota: 7, is_stream: true }] });
  });

  test('redemption codes, statements, prices and the audit log work', async () => {
    const [key = ''] = await root().get(createRedemptions, { name: '春天 50%', quota: 700, count: 2 });
    const found = await root().get(searchRedemptions, { keyword: '春天 50%', p: 1, page_size: 1 });
    expect(found).toMatchObject({ total: 2, items: [{ quota: 700, status: 1 }] });
    expect(await root().get(redeemCode, { key })).toBe(700);
    expect((await root().get(pageRedemptions, { keyword: '天 5', status: 3 })).items).toMatchObject([
      { key },
    ]);
    const statement = await root().get(listOwnEntries, {
      kind: 'redeem',
      start_timestamp: 1,
      end_timestamp: 9e9,
    });
    expect(statement).toMatchObject({ total: 1, items: [{ amount: 700, balance_after: 100_000_700 }] });
    const pricing = await root().send('GET', '/api/pricing');
    expect(pricing.body).toMatchObject({ success: true, group_ratio: { default: 1 } });
    const { items } = await root().get(listAudit, {
      actor: 'owner',
      action: 'redemption.redeem',
      end_timestamp: 9e9,
    });
    expect(items).toMatchObject([{ actor_id: 1, after: '{"quota":700,"used_user_id":1}' }]);
    expect((await verifyChain(app.ctx.db)).broken).toBeUndefined();
  });

  test('the ledger audit passes afterwards', async () => {
    expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
  });
});
