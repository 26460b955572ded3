import { getSelf, listTokens, logout } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const writes = endpoints.filter(({ address, changes }) => changes || !address.startsWith('GET '));

test.each(writes.map(({ address }) => address))('%s is refused from another site', async (address) => {
  const [method, path] = address.replace(':id', '1').split(' ') as [string, string];
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
    { 'sec-fetch-site': undefined, origin: 'null' },
  ]) {
    const body = /POST|PUT/.test(method) ? {} : undefined;
    const answer = await app.as('root').send(method as 'POST', path, { headers, ...(body && { body }) });
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_refused']);
  }
});

test('a GET that changes state also answers POST and needs the user header', async () => {
  const client = app.as('other');
  expect((await client.send('POST', '/api/user/token')).body.success).toBe(true);
  const bare = await client.send('GET', '/api/user/logout', { headers: { 'new-api-user': undefined } });
  expect([bare.status, bare.body.code]).toEqual([401, 'user_header_missing']);
  expect(bare.body.message).toContain('The New-Api-User header is missing.');
  expect((await client.call(getSelf, {})).body.success).toBe(true);
  expect((await client.call(logout, {})).body.success).toBe(true);
  expect((await client.call(getSelf, {})).status).toBe(401);
});

// @spec H005
test('a request is refused when the user header is missing or names another user', async () => {
  const ask = (value: string | undefined) =>
    app.as('user').send('GET', '/api/user/self', { headers: { 'new-api-user': value } });
  expect((await ask(undefined)).body.code).toBe('user_header_missing');
  expect((await ask('-1')).body.code).toBe('user_header_mismatch');
  expect((await ask(String(app.people.admin.id))).body.code).toBe('user_header_mismatch');
  expect((await ask(`${app.people.user.id}.0`)).status).toBe(401);
  expect((await ask(` ${app.people.user.id} `)).body.success).toBe(true);
});

test('another origin cannot read the API', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
  const preflight = await app.as('visitor').send('OPTIONS', '/api/user/self', { headers });
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  const answer = await app.as('user').call(listTokens, {});
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});
