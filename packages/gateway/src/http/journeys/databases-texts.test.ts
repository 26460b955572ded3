import {
  copyChannel,
  createChannel,
  createRedemptions,
  createToken,
  createUser,
  getChannel,
  getTokenBalance,
  listAudit,
  listLogs,
  listOwnEntries,
  listOwnLogs,
  pageChannels,
  pageRedemptions,
  pageTokens,
  redeemCode,
  saveOption,
  saveOptions,
  searchChannels,
  searchLogs,
  searchUsers,
  updateChannel,
  updateUser,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { verifyChain } from '../../modules/audit/audit-chain.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeLogs, makeUser } from '../../testing/factories.ts';

/** One character to a reader, two UTF-16 units in JavaScript, four bytes in a database. */
const KEY = '🔑';

describeDatabases('stored texts', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
  });
  afterAll(() => app?.close());

  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).sort();

  test('are all stored when many first changes of a gateway arrive at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makeUser(app.ctx)));
    const answers = await Promise.all(
      people.map((person) => createClient(app.app, app.ctx, person).call(createToken, { name: 'first' })),
    );
    expect(answers.map(({ body }) => body.code ?? 'made')).toEqual(people.map(() => 'made'));
  });

  test('are searched literally and without regard to case', async () => {
    const user = app.as('user');
    const all = ['50%_off', 'back\\slash', `it's "quoted"`, `ÉCLAIR ${KEY}`, 'Straße Жук'];
    for (const name of all) await user.get(createToken, { name });
    const search = async (keyword: string) => names((await user.get(pageTokens, { keyword })).items);
    for (const [keyword, hits] of [
      ['%', ['50%_off']],
      ['0%_O', ['50%_off']],
      ['_', ['50%_off']],
      ['\\', ['back\\slash']],
      ['\\\\', []],
      ["'", [`it's "quoted"`]],
      ['"QUOTED"', [`it's "quoted"`]],
      [KEY, [`ÉCLAIR ${KEY}`]],
      ['ÉCLAIR', [`ÉCLAIR ${KEY}`]],
      ['éclair', [`ÉCLAIR ${KEY}`]],
      ['eclair', []],
      ['жУК', ['Straße Жук']],
      ['!', []],
      [' ', all.toSorted()],
    ] as const) {
      expect([keyword, await search(keyword)]).toEqual([keyword, hits]);
    }
  });

  test('of users, channels, codes and logs are searched in the same way', async () => {
    const admin = app.as('admin');
    const made = await admin.get(createUser, { username: 'Ünal_%', password: 'correct horse' });
    for (const keyword of ['ünal_%', 'ÜNAL_%'])
      expect((await admin.get(searchUsers, { keyword })).items.map(({ id }) => id)).toEqual([made.id]);
    await admin.get(createChannel, { type: 1, name: `Öst ${KEY} 100%`, key: 'sk-1', models: 'm' });
    for (const keyword of [`öST ${KEY}`, '0%'])
      expect(names(await admin.get(searchChannels, { keyword }))).toEqual([`Öst ${KEY} 100%`]);
    await admin.get(createRedemptions, { name: `Ärger ${KEY}`, quota: 5, count: 1 });
    for (const keyword of ['äRGER', KEY])
      expect(names((await admin.get(pageRedemptions, { keyword })).items)).toEqual([`Ärger ${KEY}`]);
    await makeLogs(app.ctx, [{ content: `50% "Äpfel" \\ ${KEY}`, model_name: 'GPT-Ω_x' }]);
    for (const keyword of ['50%', '50% "äPFEL" \\'])
      expect(await admin.get(searchLogs, { keyword })).toMatchObject([{ content: `50% "Äpfel" \\ ${KEY}` }]);
    for (const keyword of ['50_', '50% "apfel']) expect(await admin.get(searchLogs, { keyword })).toEqual([]);
    const { items } = await admin.get(listLogs, { model_name: 'gpt-ω%' });
    expect(items.map(({ model_name }) => model_name)).toEqual(['GPT-Ω_x']);
  });

  test('fit at the maximum length of a form, and a longer one is refused with a sentence', async () => {
    const admin = app.as('admin');
    const groups = Array.from({ length: 15 }, (_, n) => `${n + 10}`.padEnd(64, KEY)).join(',');
    const draft = {
      type: 1,
      name: KEY.repeat(64),
      key: KEY.repeat(10_000),
      models: Array.from({ length: 70 }, (_, n) => `${n + 10}`.padEnd(254, KEY)).join(','),
      group: groups.padEnd(1024, ',x'),
      other: KEY.repeat(2000),
      openai_organization: KEY.repeat(100),
      test_model: KEY.repeat(127),
      tag: KEY.repeat(50),
      model_mapping: JSON.stringify({ m: KEY.repeat(9900) }),
      param_override: JSON.stringify({ m: KEY.repeat(9900) }),
    };
    await admin.get(createChannel, draft);
    const [first] = (await admin.get(pageChannels, { page_size: 1, id_sort: true })).items;
    const id = first?.id as number;
    const { key: _, group: __, ...fields } = draft;
    const shown: Record<string, unknown> = await admin.get(getChannel, { id });
    expect(Object.entries(fields).filter(([field, value]) => shown[field] !== value)).toEqual([]);
    expect((await admin.call(updateChannel, { id, group: 'g,'.repeat(513) })).body.code).toBe(
      'invalid_input',
    );
    const copy = await admin.get(copyChannel, { id });
    expect((await admin.get(getChannel, { id: copy.id })).name).toBe(`${KEY.repeat(61)} copy`);

    const { id: userId } = await admin.get(createUser, {
      username: KEY.repeat(6),
      password: KEY.repeat(64),
      display_name: KEY.repeat(10),
    });
    const changes = { username: KEY.repeat(32), display_name: KEY.repeat(32), group: KEY.repeat(32) };
    expect((await admin.call(updateUser, { id: userId, ...changes })).body.code).not.toBe('internal');
    const token = await app.as('user').get(createToken, { name: KEY.repeat(15), allow_ips: null });
    expect(token.name).toBe(KEY.repeat(15));
  });

  test('as the name of a code do not change that its value is credited once', async () => {
    const [key = ''] = await app
      .as('admin')
      .get(createRedemptions, { name: `\\' ${KEY}`, quota: 7, count: 1 });
    const tries = await Promise.all(
      [1, 2, 3].map(() => app.as('user').call(redeemCode, { key: ` ${key} ` })),
    );
    expect(tries.map(({ body }) => body.data ?? body.code).sort()).toEqual([
      7,
      'redemption_used_by_you',
      'redemption_used_by_you',
    ]);
    expect((await app.as('user').call(redeemCode, { key: key.toUpperCase() })).body.code).toBe(
      'redemption_invalid',
    );
  });

  test('outside of ASCII find nothing in ASCII columns and cause no error', async () => {
    const root = app.as('root');
    for (const text of [KEY, 'ß', '\ud800', `${KEY.repeat(100)}`]) {
      for (const field of ['action', 'actor', 'target'])
        expect((await root.get(listAudit, { [field]: text })).items).toEqual([]);
      expect((await root.get(listAudit, { cursor: text })).items.length).toBeGreaterThan(0);
      expect((await root.get(listLogs, { cursor: text })).items).toEqual([]);
      expect((await root.get(listOwnLogs, { cursor: `${text} 5` })).items).toEqual([]);
      expect((await root.get(listOwnEntries, { kind: text })).items).toEqual([]);
      expect((await root.call(getTokenBalance, { key: text })).body.code).toBe('token_key_unknown');
    }
  });

  test('with a null character are refused in every field', async () => {
    const root = app.as('root');
    const value = 'a\0b';
    const change = { key: 'SystemName', value };
    for (const answer of [
      await root.call(saveOption, change),
      await root.call(saveOptions, { options: [{ key: 'Footer', value: 'fine' }, change] }),
    ]) {
      expect(answer.body).toMatchObject({ success: false, code: 'invalid_input' });
    }
    expect(app.ctx.options.current.Footer).not.toBe('fine');
  });

  test('leave the ledger and the audit log valid', async () => {
    expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
    expect((await verifyChain(app.ctx.db)).broken).toBeUndefined();
  });
});
