import { type Endpoint, parseAddress } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient, type SendOptions, type TestAnswer } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { refuseOutboundCalls } from '../../testing/fuzz-rules.ts';

/** Access checks that hold for every endpoint. A new endpoint is covered without a change here. */
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  refuseOutboundCalls(app.ctx);
});
afterAll(() => app.close());

const all = endpoints.map((endpoint) => [endpoint.address, endpoint] as const);
const guarded = all.filter(([, { access }]) => access === 'user' || access === 'admin' || access === 'root');
const writes = all.filter(([address, { changes }]) => changes || !address.startsWith('GET '));

describe.each(guarded)('%s', (_, endpoint) => {
  test.each([
    ['no user id', undefined, 'user_header_missing'],
    ['the id of somebody else', '1234567', 'user_header_mismatch'],
    ['no number as user id', 'root', 'user_header_mismatch'],
  ])('a session that comes with %s is refused with 401', async (_title, sent, code) => {
    const answer = await send(endpoint, { headers: { 'new-api-user': sent } });
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
  });

  test('a wrong access token is refused with 200 and a visitor with 401', async () => {
    const headers = { cookie: undefined, 'sec-fetch-site': undefined };
    const wrong = await send(endpoint, { headers: { ...headers, authorization: 'Bearer unknown' } });
    expect([wrong.status, codeOf(wrong)]).toEqual([200, 'access_token_invalid']);
    const anonymous = await send(endpoint, { headers });
    expect([anonymous.status, codeOf(anonymous)]).toEqual([401, 'not_signed_in']);
  });

  test('a user who was just banned is refused with account_banned', async () => {
    const banned = await makeUser(app.ctx, { role: 100, status: 2 });
    const { body } = await call(endpoint, {}, createClient(app.app, app.ctx, banned));
    expect([body.success, body.code]).toEqual([false, 'account_banned']);
  });
});

describe.each(writes)('%s changes state', (_, endpoint) => {
  test.each([
    ['says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['says same-site', { 'sec-fetch-site': 'same-site' }],
    ['names another origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['has no origin', { 'sec-fetch-site': undefined, origin: 'null' }],
  ])('a browser whose page %s is refused with 403', async (_title, headers) => {
    const answer = await send(endpoint, { headers });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site_refused']);
  });
});

test.each(writes.filter(([address]) => address.startsWith('GET ')))(
  '%s is also served by POST',
  async (_, endpoint) => {
    const answer = await call(endpoint, { method: 'POST' }, app.as('visitor'));
    expect(answer.status).not.toBe(404);
    expect(answer.body).toHaveProperty('success');
  },
);

describe.each(all)('%s', (_, endpoint) => {
  test('is served with and without a trailing slash and under no other method', async () => {
    const visitor = app.as('visitor');
    const [bare, slashed] = [
      await call(endpoint, {}, visitor),
      await call(endpoint, { slash: true }, visitor),
    ];
    expect([slashed.status, codeOf(slashed)]).toEqual([bare.status, codeOf(bare)]);
    expect(JSON.stringify(bare.body ?? '')).not.toContain('Invalid URL');
    const patched = await call(endpoint, { method: 'PATCH' }, app.as('root'));
    expect(patched.body).toMatchObject({
      error: { message: expect.stringMatching(/^Invalid URL \(PATCH /) },
    });
  });
});

test('other origins may send a key in a header only to endpoints that are open to them', async () => {
  for (const [, endpoint] of all) {
    const headers = { origin: 'https://tool.example', 'access-control-request-headers': 'authorization' };
    const answer = await call(endpoint, { method: 'OPTIONS', options: { headers } }, app.as('visitor'));
    const { 'access-control-allow-origin': origin, 'access-control-allow-headers': allowed } = answer.headers;
    if (endpoint.openToSites) expect([answer.status, origin, allowed]).toEqual([204, '*', 'authorization']);
    else expect([answer.status, origin]).toEqual([404, undefined]);
  }
});

describe('a demo site', () => {
  beforeAll(() => setDemo('true'));
  afterAll(() => setDemo('false'));

  test.each(writes)(
    '%s answers 405 to callers with access, unless demo sites allow the endpoint',
    async (_, endpoint) => {
      const who: Actor = endpoint.access === 'public' ? 'visitor' : 'root';
      const answer = await call(endpoint, {}, app.as(who));
      if (endpoint.onDemoSite) expect(codeOf(answer)).not.toBe('demo_read_only');
      else expect([answer.status, codeOf(answer)]).toEqual([405, 'demo_read_only']);
    },
  );

  test('every endpoint that only reads still answers 200', async () => {
    const reads = all.filter(
      ([address, endpoint]) => !writes.some(([write]) => write === address) && !parameters(endpoint),
    );
    for (const [address, endpoint] of reads) {
      const { status } = await call(endpoint, {}, app.as('root'));
      expect(status, address).toBe(200);
    }
  });
});

async function setDemo(value: 'true' | 'false'): Promise<void> {
  const key = 'DemoSiteEnabled';
  await app.ctx.db.deleteFrom('options').where('key', '=', key).execute();
  await app.ctx.db.insertInto('options').values({ key, value }).execute();
  await app.ctx.options.reload();
}

function send(endpoint: Endpoint, options: SendOptions): Promise<TestAnswer> {
  return call(endpoint, { options }, app.as('root'));
}

interface Spelling {
  method?: 'POST' | 'PATCH' | 'OPTIONS';
  slash?: boolean;
  options?: SendOptions;
}

function call(
  endpoint: Endpoint,
  { method, slash, options = {} }: Spelling,
  client: ReturnType<TestApp['as']>,
): Promise<TestAnswer> {
  const own = parseAddress(endpoint.address);
  const path = own.path
    .replace(/:provider/, 'github')
    .replace(/:\w+/g, '999999')
    .replace(/\/$/, '');
  const sent = method ?? own.method;
  const body = ['GET', 'DELETE', 'OPTIONS'].includes(sent) ? {} : { body: {} };
  return client.send(sent, slash ? `${path}/` : path, { ...body, ...options });
}

function parameters({ address }: Endpoint): boolean {
  return address.includes(':');
}

function codeOf({ body }: TestAnswer): string | undefined {
  return body?.code;
}
