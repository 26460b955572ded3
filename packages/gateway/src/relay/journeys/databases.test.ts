import {
  editChannelTag,
  getChannel,
  listChannelKeys,
  listLogs,
  listUsage,
  login,
  pageChannelTags,
  updateUser,
} from '@tollgate/contract';
import { recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyChain } from '../../modules/audit/audit-chain.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeKeyring, makeUser } from '../../testing/factories.ts';
import { wrongSums } from '../../testing/logs.ts';
import { type RelayLab, START_QUOTA, startRelayLab } from '../../testing/relay.ts';
import { completion, fail } from '../../testing/upstream.ts';

const password = 'correct horse';

describeDatabases('calls, from the caller to the log', (database) => {
  let lab: RelayLab;
  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), channel: false });
    const names = ['gpt-4o', 'gpt-4o ', 'Model-A', 'MODEL-A'];
    await lab.option('ModelRatio', { ...Object.fromEntries(names.map((name) => [name, 1])), 'model-a': 2 });
    await lab.option('GroupRatio', { default: 1, VIP: 2, vip: 3, Vip: 4 });
    await lab.option('AutomaticDisableChannelEnabled', true);
    await lab.option('RetryTimes', 1);
  });
  afterAll(() => lab.close());
  beforeEach(async () => {
    for (const table of ['abilities', 'channels', 'channel_keys'] as const)
      await lab.ctx.db.deleteFrom(table).execute();
    await lab.ctx.logDb.deleteFrom('attempts').execute();
    lab.ctx.revisions.announce('channels');
    lab.upstream.script = completion();
    lab.upstream.calls.length = 0;
  });

  const admin = () => lab.as('admin');
  const usedKeys = () =>
    lab.upstream.calls.splice(0).map(({ headers }) => headers.authorization?.slice('Bearer '.length));
  const found = async (filter: object) =>
    (await admin().get(listLogs, filter)).items.map(({ model_name }) => model_name).sort();
  const attempts = () => lab.ctx.logDb.selectFrom('attempts').selectAll().execute();

  test('a call is booked once and shown as booked, whole or streamed', async () => {
    await lab.channel({ key: 'sk-first-channel-0001', name: 'Kanal 🚦' });
    const before = (await lab.booked()).balance;
    for (const stream of [false, true]) {
      const answer = await lab.chat({ stream });
      expect([answer.status, (await answer.text()).includes('Hel')]).toEqual([200, true]);
    }
    const { balance, rows } = await lab.booked();
    expect(rows.map(({ is_stream }) => is_stream)).toEqual([0, 1]);
    expect(rows.map(recomputeQuota)).toEqual(rows.map(({ quota }) => quota));
    expect(before - balance).toBe(rows.reduce((sum, { quota }) => sum + quota, 0));
    expect((await admin().get(listLogs, { type: 2 })).items).toMatchObject([
      { is_stream: true, channel_name: 'Kanal 🚦', username: 'payer' },
      { is_stream: false, channel_name: 'Kanal 🚦', username: 'payer' },
    ]);
    expect(await wrongSums(lab.ctx.logDb)).toEqual([]);
    expect(balance).toBeLessThan(START_QUOTA);
  });

  test('models that differ only by case are distinct in calls and lists', async () => {
    await lab.channel({ key: 'sk-large-letters-0001', models: 'Model-A' });
    await lab.channel({ key: 'sk-small-letters-0001', models: 'model-a' });
    for (const model of ['Model-A', 'model-a']) expect((await lab.chat({ model })).status).toBe(200);
    expect((await lab.chat({ model: 'MODEL-A' })).status).toBe(404);
    expect(usedKeys()).toEqual(['sk-large-letters-0001', 'sk-small-letters-0001']);
    const [large, small] = (await lab.booked()).rows.slice(-2);
    expect([large?.model_name, small?.model_name]).toEqual(['Model-A', 'model-a']);
    expect(small?.quota).toBe(2 * (large?.quota ?? 0));
    expect(await found({ model_name: 'Model-A' })).toEqual(['Model-A']);
    expect(await found({ model_name: 'model-a' })).toEqual(['model-a']);
    expect(await found({ model_name: 'MODEL-%' })).toEqual(['Model-A', 'model-a']);
    expect(await found({ model_name: 'Model-A %' })).toEqual([]);
    const used = (await admin().get(listUsage, {})).map(({ model_name }) => model_name);
    expect(used).toEqual(expect.arrayContaining(['Model-A', 'model-a']));
  });

  test('users and groups that differ only by case are distinct, and a group serves only its users', async () => {
    await lab.channel({ key: 'sk-large-letters-0001', group: 'VIP' });
    await lab.channel({ key: 'sk-small-letters-0001', group: 'vip,default' });
    for (const [username, group] of [
      ['Zoë', 'VIP'],
      ['zoë', 'vip'],
      ['ZOË', 'Vip'],
    ] as const) {
      // Such names could be created before similar names were refused.
      const { id } = await makeUser(lab.ctx, { password });
      await lab.ctx.db.updateTable('users').set({ username }).where('id', '=', id).execute();
      await admin().get(updateUser, { id, group, quota: 1_000_000 });
      const key = await lab.token({ name: username }, { id, username });
      const answer = await lab.chat({}, { authorization: `Bearer ${key}` });
      expect([username, answer.status]).toEqual([username, username === 'ZOË' ? 503 : 200]);
    }
    expect(usedKeys()).toEqual(['sk-large-letters-0001', 'sk-small-letters-0001']);
    await lab.ctx.ledger.settled();
    for (const [filter, names] of [
      [{ username: 'Zoë' }, ['Zoë']],
      [{ token_name: 'zoë' }, ['zoë']],
      [{ group: 'VIP' }, ['Zoë']],
      [{ username: 'zoe' }, []],
    ] as const) {
      const { items } = await admin().get(listLogs, { ...filter, type: 2 });
      expect(items.map(({ username }) => username)).toEqual(names);
    }
    const signIn = async (username: string) =>
      (await lab.as('visitor').call(login, { username, password })).body.success;
    expect([await signIn(' zoë '), await signIn('zoË')]).toEqual([true, false]);
  });

  test('a trailing blank does not make another name', async () => {
    const draft = { models: 'gpt-4o , gpt-4o,gpt-4o-mini ', group: 'default , vip ', tag: 'east ' };
    const id = await lab.channel({ ...draft, key: 'sk-blank-channel-0001' });
    await lab.channel({ tag: 'east', models: 'other', key: 'sk-other-channel-0001' });
    expect(await admin().get(getChannel, { id })).toMatchObject({
      models: 'gpt-4o,gpt-4o-mini',
      group: 'default,vip',
      tag: 'east',
    });
    expect((await lab.chat({ model: 'gpt-4o ' })).status).toBe(404);
    expect((await lab.chat({ model: 'gpt-4o' })).status).toBe(200);
    await admin().get(editChannelTag, { tag: 'east ', priority: 7 });
    expect((await admin().get(pageChannelTags, {})).items).toMatchObject([
      { tag: 'east', priority: 7, channels: [{}, {}] },
    ]);
  });

  test("a provider's error for a rejected key is stored with any characters", async () => {
    const message = `Incorrect key \u0000 ${'🔑'.repeat(300)}`;
    const refused = new Set(['sk-rotating-key-0001', 'sk-single-key-0001']);
    lab.upstream.script = (request, response) =>
      refused.has(request.headers.authorization?.slice('Bearer '.length) ?? '')
        ? fail(401, { error: { message, code: `gone\u0000${'x'.repeat(90)}` } })(request, response)
        : completion()(request, response);
    const keyring = await makeKeyring(lab.ctx, ['sk-rotating-key-0001', 'sk-rotating-key-0002'], {
      base_url: lab.upstream.url,
    });
    expect((await lab.chat({ stream: true })).status).toBe(200);
    expect(usedKeys()).toEqual(['sk-rotating-key-0001', 'sk-rotating-key-0002']);
    const states = async () => (await admin().get(listChannelKeys, { id: keyring })).map((key) => key.status);
    await expect.poll(states).toEqual([3, 1]);
    const [{ reason } = { reason: '' }] = await admin().get(listChannelKeys, { id: keyring });
    expect(reason).toMatch(/^Incorrect key \ufffd (🔑)+$/u);

    const single = await lab.channel({ key: 'sk-single-key-0001', priority: 5 });
    expect((await lab.chat()).status).toBe(200);
    await expect.poll(async () => (await admin().get(getChannel, { id: single })).status).toBe(3);
    const { other_info } = await admin().get(getChannel, { id: single });
    expect(JSON.parse(other_info).status_reason).toBe(reason);
    await expect.poll(async () => (await attempts()).length).toBe(2);
    for (const { error_class } of await attempts()) expect(error_class).toMatch(/^gone\ufffdx{59}$/);
    expect((await verifyChain(lab.ctx.db)).broken).toBeUndefined();
  });
});
