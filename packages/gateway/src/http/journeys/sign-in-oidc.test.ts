import { type OidcServer, startOidcServer } from '@tollgate/tooling/testing/oidc-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { openBrowser, type TestBrowser } from '../../testing/browser.ts';
import { makeUser } from '../../testing/factories.ts';
import { type ForgingIssuer, startForgingIssuer } from '../../testing/forging-issuer.ts';

/** Row 14 of the console API, for OpenID Connect. */

let app: TestApp;
let provider: OidcServer;
let forger: ForgingIssuer;
let logged = '';

beforeAll(async () => {
  const log = {
    write(line: string) {
      logged += line;
    },
  };
  app = await buildTestApp({ environment: { SSRF_ALLOW: '127.0.0.0/8' }, log });
  provider = await startOidcServer({ redirectUris: ['http://gate.test/oauth/oidc'] });
  forger = await startForgingIssuer(provider.client.id);
  await save('oidc.client_id', provider.client.id);
  await save('oidc.client_secret', provider.client.secret);
  await save('oidc.well_known', provider.wellKnown);
  await save('oidc.enabled', 'true');
});
afterAll(() => Promise.all([app.close(), provider.close(), forger.close()]));

async function save(key: string, value: string) {
  const { body, text } = await app.as('root').send('PUT', '/api/option/', { body: { key, value } });
  if (!body.success) throw new Error(text);
}

async function start(browser: TestBrowser) {
  const { body, text } = await browser.send<{ url: string }>('POST', '/api/oauth/oidc/start', { body: {} });
  if (!body.success) throw new Error(text);
  return new URL(body.data.url);
}

/** The page gets code and state back, and passes both on. */
async function signInAs(name: string, browser = openBrowser(app)) {
  const back = await provider.agree((await start(browser)).href, name);
  const query = new URLSearchParams({
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
  });
  return { query, answer: await browser.signIn('GET', `/api/oauth/oidc?${query}`) };
}

describe('with a real provider', () => {
  // @spec H060
  test('a user gets a new account at the first sign-in and the same one at the second', async () => {
    provider.claims.set('alice', {
      name: 'Alice Liddell',
      preferred_username: 'alice',
      email: 'a@example.org',
    });
    const first = (await signInAs('alice')).answer;
    expect(first.body.data).toMatchObject({ username: 'alice', display_name: 'Alice Liddell', role: 1 });
    const row = await app.ctx.db
      .selectFrom('users')
      .select(['oidc_id', 'email'])
      .where('id', '=', first.body.data.id)
      .executeTakeFirst();
    expect(row).toEqual({ oidc_id: 'alice', email: '' });
    expect((await signInAs('alice')).answer.body.data.id).toBe(first.body.data.id);
    expect((await signInAs('bob')).answer.body.data.id).not.toBe(first.body.data.id);
  });

  test('the address of the provider contains state, nonce, challenge and scope', async () => {
    const url = await start(openBrowser(app));
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: provider.client.id,
      redirect_uri: 'http://gate.test/oauth/oidc',
      response_type: 'code',
      scope: 'openid profile email',
      state: expect.stringMatching(/^\w{32}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('a preferred name that is taken is not assigned, and its owner is not signed in', async () => {
    const owner = await makeUser(app.ctx, { username: 'carol', email: 'carol@example.org' });
    provider.claims.set('c-77', {
      preferred_username: 'carol',
      email: 'carol@example.org',
      email_verified: true,
    });
    const { body } = (await signInAs('c-77')).answer;
    expect(body.data.id).not.toBe(owner.id);
    expect(body.data.username).toMatch(/^oidc_\d+$/);
  });

  test('a code works once, and only in the browser that started the sign-in', async () => {
    const browser = openBrowser(app);
    const { query } = await signInAs('dave', browser);
    expect((await browser.send('GET', `/api/oauth/oidc?${query}`)).status).toBe(403);
    query.set('state', (await start(browser)).searchParams.get('state') as string);
    expect((await browser.send('GET', `/api/oauth/oidc?${query}`)).body.code).toBe('sign_in_refused');

    // The code of one user, sent in the flow of another browser: the challenge differs.
    const victim = await provider.agree((await start(openBrowser(app))).href, 'dave');
    const attacker = openBrowser(app);
    const state = (await start(attacker)).searchParams.get('state');
    const stolen = `code=${victim.searchParams.get('code')}&state=${state}`;
    expect((await attacker.send('GET', `/api/oauth/oidc?${stolen}`)).body.code).toBe('sign_in_refused');
    expect(attacker.cookies.has('sid')).toBe(false);
  });

  test('root sees the endpoints behind a well-known URL before saving it', async () => {
    const discover = (well_known: string) =>
      app.as('root').send('POST', '/api/oauth/oidc/discovery', { body: { well_known } });
    expect((await discover(provider.wellKnown)).body.data).toEqual({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/auth`,
      token_endpoint: `${provider.issuer}/token`,
      user_info_endpoint: `${provider.issuer}/me`,
    });
    expect((await discover(`${provider.issuer}/elsewhere`)).body.code).toBe('sign_in_misconfigured');
    expect((await discover('http://10.255.255.1/.well-known/openid-configuration')).body.code).toBe(
      'sign_in_unreachable',
    );
  });
});

describe('with an untrustworthy provider', () => {
  beforeAll(() => save('oidc.well_known', forger.wellKnown));
  afterEach(() => Object.assign(forger, { claims: {}, signature: 'right', metadata: {} }));
  afterAll(() => save('oidc.well_known', provider.wellKnown));

  async function attempt() {
    const browser = openBrowser(app);
    const url = await start(browser);
    forger.nonce = url.searchParams.get('nonce') ?? '';
    const { body } = await browser.signIn(
      'GET',
      `/api/oauth/oidc?code=c&state=${url.searchParams.get('state')}`,
    );
    return { body, hasSession: browser.cookies.has('sid') };
  }

  test('a valid id token is accepted', async () => {
    expect(await attempt()).toMatchObject({ body: { success: true }, hasSession: true });
  });

  const past = Math.floor(Date.now() / 1000) - 120;
  test.each<[string, Partial<ForgingIssuer>]>([
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another audience', { claims: { aud: 'somebody-else' } }],
    ['for several audiences without saying for whom', { claims: { aud: ['tollgate', 'x'], azp: 'x' } }],
    ['with the nonce of another sign-in', { claims: { nonce: 'A'.repeat(43) } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { iat: past - 300, exp: past } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed with another key', { signature: 'other-key' }],
    ['that is not signed', { signature: 'none' }],
    ['signed with the public key as if it were a secret', { signature: 'with-the-public-key' }],
  ])('an id token %s is refused', async (_, lie) => {
    Object.assign(forger, lie);
    expect(await attempt()).toMatchObject({
      body: { success: false, code: 'sign_in_refused', details: { provider: 'OIDC' } },
      hasSession: false,
    });
  });

  test('the log names the reason and neither secret nor token', async () => {
    logged = '';
    forger.claims = { iss: 'https://other.example' };
    await attempt();
    expect(logged).toMatch(/A sign-in through a provider failed/);
    expect(logged).toMatch(/unexpected JWT "iss"|"iss"|issuer/);
    expect(logged).not.toContain(provider.client.secret);
    expect(logged).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });

  test('a page that builds the address itself signs in without nonce and challenge, but not with a foreign nonce', async () => {
    const browser = openBrowser(app);
    forger.claims = { nonce: undefined };
    const first = await browser.send<string>('GET', '/api/oauth/state');
    expect(
      (await browser.signIn('GET', `/api/oauth/oidc?code=c&state=${first.body.data}`)).body.success,
    ).toBe(true);
    forger.claims = { nonce: 'of-another-sign-in' };
    const visitor = openBrowser(app);
    const second = await visitor.send<string>('GET', '/api/oauth/state');
    const answer = await visitor.send('GET', `/api/oauth/oidc?code=c&state=${second.body.data}`);
    expect(answer.body.code).toBe('sign_in_refused');
  });

  test('a clock that is wrong by a minute is accepted', async () => {
    const now = Math.floor(Date.now() / 1000);
    forger.claims = { iat: now - 300, exp: now - 30 };
    expect((await attempt()).body.success).toBe(true);
  });

  test('the same subject at another issuer is another user', async () => {
    forger.claims = { sub: 'alice' };
    const there = (await attempt()).body.data.id;
    await save('oidc.well_known', provider.wellKnown);
    const here = (await signInAs('alice')).answer.body.data.id;
    await save('oidc.well_known', forger.wellKnown);
    expect(there).not.toBe(here);
  });

  test('an incomplete discovery document, or one of another issuer, is not used', async () => {
    for (const metadata of [
      { issuer: 'https://other.example' },
      { jwks_uri: undefined },
      { token_endpoint: 'x' },
    ]) {
      forger.metadata = metadata;
      await save('oidc.client_id', 'tollgate '); // a changed option: discovery is read again
      await save('oidc.client_id', provider.client.id);
      const { body } = await openBrowser(app).send('POST', '/api/oauth/oidc/start', { body: {} });
      expect(body.code).toBe('sign_in_misconfigured');
    }
  });

  test('an endpoint in a private network that is not allowed is not called', async () => {
    forger.metadata = { token_endpoint: 'http://169.254.169.254/latest' };
    await save('oidc.client_id', 'tollgate ');
    await save('oidc.client_id', provider.client.id);
    expect((await attempt()).body.code).toBe('sign_in_unreachable');
  });
});
