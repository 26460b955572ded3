import {
  createRedemptions,
  listOptions,
  listRedemptions,
  listTokens,
  pageTokens,
  saveOption,
  saveOptions,
  saveUserSetting,
  testUserSetting,
  updateToken,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToken } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';
import { deliver, sendMail } from '../notifications/mail.ts';

let app: MailApp;
let clock = Date.now();
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
});
afterAll(() => app.close());

const garbage = 'v1.00000000.bm90IGEgc2VhbA.Z2FyYmFnZQ';
const user = () => app.as('user');
const root = () => app.as('root');

test('a token whose key cannot be read is listed without it, next to the others', async () => {
  const broken = await makeToken(app.ctx, app.people.user, { name: 'broken' });
  const good = await makeToken(app.ctx, app.people.user, { name: 'good' });
  await app.ctx.db.updateTable('tokens').set({ key_sealed: garbage }).where('id', '=', broken.id).execute();
  const shown = [
    { id: good.id, key: good.key },
    { id: broken.id, key: '' },
  ];
  expect(await user().get(listTokens, {})).toMatchObject(shown);
  expect((await user().get(pageTokens, { p: 1 })).items).toMatchObject(shown);
  expect((await user().get(pageTokens, { p: 1, token: good.key.slice(3, 20) })).items).toMatchObject([
    { id: good.id },
  ]);
  const renamed = await user().get(updateToken, { ...broken, name: 'renamed' });
  expect(renamed).toMatchObject({ name: 'renamed', key: '' });
});

test('a redemption code that cannot be read is listed without it', async () => {
  await root().get(createRedemptions, { name: 'spring', quota: 1, count: 2 });
  const [row] = await app.ctx.db.selectFrom('redemptions').select('id').execute();
  await app.ctx.db
    .updateTable('redemptions')
    .set({ key_sealed: garbage })
    .where('id', '=', row?.id as number)
    .execute();
  const { items } = await root().get(listRedemptions, {});
  expect(items.map(({ key }) => key.length).sort()).toEqual([0, 32]);
});

test('a secret setting that cannot be read counts as not set, and can be entered again', async () => {
  await root().get(saveOptions, {
    options: [
      { key: 'GitHubClientSecret', value: 'canary-github' },
      { key: 'SMTPToken', value: 'canary-mail' },
    ],
  });
  await app.ctx.db
    .updateTable('options')
    .set({ value: garbage })
    .where('key', '=', 'GitHubClientSecret')
    .execute();
  await root().get(saveOption, { key: 'SystemName', value: 'Still saved' });
  expect(app.ctx.options.current).toMatchObject({
    SystemName: 'Still saved',
    GitHubClientSecret: '',
    SMTPToken: 'canary-mail',
  });
  const configured = async (name: string) =>
    (await root().get(listOptions, {})).find(({ key }) => key === name)?.configured;
  expect([await configured('GitHubClientSecret'), await configured('SMTPToken')]).toEqual([false, true]);
  await root().get(saveOption, { key: 'GitHubClientSecret', value: 'canary-again' });
  expect(app.ctx.options.current.GitHubClientSecret).toBe('canary-again');
  await root().get(saveOption, { key: 'SMTPToken', value: '' });
});

test('a webhook whose secret cannot be read gets nothing unsigned, and its owner gets webhook_secret_unreadable', async () => {
  const hook = {
    quota_warning_threshold: 1,
    notify_type: 'webhook',
    webhook_url: 'https://hooks.example.org/x',
  } as const;
  await user().get(saveUserSetting, { ...hook, webhook_secret: 'canary-hook' });
  const stored = await app.ctx.db
    .selectFrom('users')
    .select('setting')
    .where('id', '=', app.people.user.id)
    .executeTakeFirstOrThrow();
  const setting = JSON.stringify({ ...JSON.parse(stored.setting), webhook_secret_sealed: garbage });
  await app.ctx.db.updateTable('users').set({ setting }).where('id', '=', app.people.user.id).execute();
  const { status, body } = await user().call(testUserSetting, {});
  expect([status, body.code]).toEqual([200, 'webhook_secret_unreadable']);
  expect(body.message).toMatch(/Enter it again/);
});

test('mails leave although an earlier one cannot be read, which is given up after a day', async () => {
  const mail = { template: 'notice_test', language: 'en', values: { username: 'me' } } as const;
  const port = app.ctx.options.current.SMTPPort;
  await app.set({ SMTPPort: '1' });
  for (const to of ['first@example.org', 'second@example.org']) await sendMail(app.ctx, { ...mail, to });
  const waiting = () => app.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();
  await expect
    .poll(async () => (await waiting()).map(({ tries }) => tries), { timeout: 20_000 })
    .toEqual([1, 1]);
  const [first] = await waiting();
  await app.ctx.db
    .updateTable('outbox')
    .set({ payload: garbage })
    .where('id', '=', first?.id as number)
    .execute();
  await app.set({ SMTPPort: String(port) });
  clock += 60_000;
  expect(await deliver(app.ctx)).toBe(1);
  expect(await app.mailTo('second@example.org')).toBeTruthy();
  for (let hours = 0; hours < 48; hours += 1) {
    clock += 3_600_000;
    await deliver(app.ctx);
  }
  expect(await waiting()).toEqual([]);
});
