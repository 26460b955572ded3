import {
  createToken,
  deleteTokens,
  getToken,
  getTokenBalance,
  pageTokens,
  saveOption,
  updateToken,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { makeToken, makeUser } from '../../testing/factories.ts';

let at = Date.UTC(2026, 0, 20);
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ now: () => at });
});
afterAll(() => app.close());

// @spec E037 E039 E040 E041
test('a token has its current status in lists, filters and single reads', async () => {
  const owner = await makeUser(app.ctx, { username: 'statuses' });
  const client = createClient(app.app, app.ctx, owner);
  const soon = Math.floor(at / 1000) + 3600;
  const fine = await client.get(createToken, { name: 'fine', remain_quota: 5 });
  const short = await client.get(createToken, { name: 'short', remain_quota: 5, expired_time: soon });
  const empty = await client.get(createToken, { name: 'empty', remain_quota: 0 });
  const off = await client.get(createToken, { name: 'off', remain_quota: 0 });
  await client.get(updateToken, { id: off.id, status: 2, status_only: true });
  expect([fine.status, short.status, empty.status]).toEqual([1, 1, 4]);

  at += 3_600_000;
  const names = async (status: number) =>
    (await client.get(pageTokens, { status })).items.map(({ name, status }) => [name, status]);
  expect(await names(1)).toEqual([['fine', 1]]);
  expect(await names(2)).toEqual([['off', 2]]);
  expect(await names(3)).toEqual([['short', 3]]);
  expect(await names(4)).toEqual([['empty', 4]]);
  expect((await client.get(updateToken, { id: empty.id, remain_quota: 1 })).status).toBe(1);
  expect((await client.get(updateToken, { id: short.id, expired_time: -1 })).status).toBe(1);
});

test('a status that only the gateway sets is not accepted from a user', async () => {
  const { id } = await makeToken(app.ctx, app.people.user);
  for (const status of [0, 3, 4, -1]) {
    const { body } = await app.as('user').call(updateToken, { id, status, status_only: true });
    expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'status' } });
  }
});

// @spec D230
test('addresses are validated line by line and stored without blanks', async () => {
  const user = app.as('user');
  const allow_ips = ' 10.0.0.1 \n\n10.0.0.0/8\r\n2001:db8::/32\n10.0.0.1';
  const made = await user.get(createToken, { name: 'ips', allow_ips });
  expect(made.allow_ips).toBe('10.0.0.1\n10.0.0.0/8\n2001:db8::/32');
  for (const line of [
    '10.0.0',
    '10.0.0.0/33',
    'example.com',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.1,10.0.0.2',
  ]) {
    const { body } = await user.call(updateToken, { id: made.id, allow_ips: `10.0.0.9\n${line}` });
    expect(body).toMatchObject({ code: 'token_address_invalid', details: { line } });
  }
  expect((await user.get(getToken, { id: made.id })).allow_ips).toBe(made.allow_ips);
});

// @spec D228 D229
test('the list of models is stored without blanks and duplicates', async () => {
  const draft = { name: 'models', model_limits_enabled: true, model_limits: ' gpt-4o, ,gpt-4o,o1 ' };
  expect((await app.as('user').get(createToken, draft)).model_limits).toBe('gpt-4o,o1');
});

test('a name has 1 to 30 characters of any script', async () => {
  const user = app.as('user');
  const name = '令'.repeat(30);
  expect((await user.get(createToken, { name })).name).toBe(name);
  for (const bad of ['', '  ', `${name}牌`]) {
    const { body } = await user.call(createToken, { name: bad });
    expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'name' } });
  }
});

test('a user has at most the limit of tokens, and a deletion makes room', async () => {
  await app.as('root').get(saveOption, { key: 'MaxTokensPerUser', value: '2' });
  const owner = await makeUser(app.ctx, { username: 'collector' });
  const client = createClient(app.app, app.ctx, owner);
  const first = await client.get(createToken, { name: 'a' });
  await client.get(createToken, { name: 'b' });
  const third = await client.call(createToken, { name: 'c' });
  expect(third.body).toMatchObject({ code: 'token_limit_reached', details: { limit: 2 } });
  expect(third.body.message).toContain('2');
  await client.get(deleteTokens, { ids: [first.id] });
  expect((await client.call(createToken, { name: 'c' })).body.success).toBe(true);
  await app.as('root').get(saveOption, { key: 'MaxTokensPerUser', value: '1000' });
});

test('a batch deletes many tokens of the user and none of others', async () => {
  const [one, two, theirs] = await Promise.all([
    makeToken(app.ctx, app.people.other),
    makeToken(app.ctx, app.people.other),
    makeToken(app.ctx, app.people.user),
  ]);
  const other = app.as('other');
  expect(await other.get(deleteTokens, { ids: [one.id, two.id, theirs.id, 999_999] })).toBe(2);
  expect((await other.call(getToken, { id: one.id })).body.code).toBe('token_not_found');
  expect((await app.as('user').call(getToken, { id: theirs.id })).body.success).toBe(true);
  expect(await other.get(deleteTokens, { ids: [one.id] })).toBe(0);
  expect((await other.call(deleteTokens, { ids: [] })).body.code).toBe('invalid_input');
});

test('a program reads the balance of its token with the key alone', async () => {
  const draft = {
    remain_quota: 500,
    unlimited_quota: false,
    model_limits_enabled: true,
    model_limits: 'gpt-4o',
  };
  const token = await makeToken(app.ctx, app.people.user, { name: 'program', ...draft });
  const headers = { authorization: `Bearer sk-${token.key}` };
  const { body } = await app.as('visitor').send('GET', '/api/usage/token/', { headers });
  expect(body).toMatchObject({
    success: true,
    code: true,
    data: {
      object: 'token_usage',
      name: 'program',
      total_granted: 500,
      total_used: 0,
      total_available: 500,
      unlimited_quota: false,
      model_limits: { 'gpt-4o': true },
      model_limits_enabled: true,
      expires_at: 0,
    },
  });
  const unknown = await app.as('visitor').call(getTokenBalance, { key: '' });
  expect(unknown.body.code).toBe('token_key_unknown');
});
