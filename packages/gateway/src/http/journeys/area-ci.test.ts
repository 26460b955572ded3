import { generateKeyPairSync } from 'node:crypto';
import {
  type AreaRight,
  addCiIdentity,
  areaRights,
  exchangeCiToken,
  type Input,
  listCiIdentities,
  listPublishers,
  publishBuild,
  removeCiIdentity,
} from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { makeAreaBuild, publishRequest } from '../../testing/area-builds.ts';
import { openAreaConsole } from '../../testing/area-console.ts';
import { AUDIENCE, type CiIssuer, SUBJECT, startCiIssuer } from '../../testing/ci-issuer.ts';
import { describeDatabases } from '../../testing/databases.ts';

const LOCAL = { SSRF_ALLOW: '127.0.0.0/8' };

/** A console whose area `logs` trusts jobs of one repository. */
async function openWithIdentity({
  rights = [...areaRights],
  environment = LOCAL,
  ...options
}: Parameters<typeof openAreaConsole>[0] & { rights?: AreaRight[] } = {}) {
  const clock = { nowMs: Date.now() };
  const issuer = await startCiIssuer(() => clock.nowMs);
  const { app, publisher } = await openAreaConsole({ now: () => clock.nowMs, environment, ...options });
  const identityId = await app.as('root').get(addCiIdentity, { ...identityOf(issuer), rights });
  return { app, publisher, issuer, clock, identityId };
}

function identityOf(issuer: Pick<CiIssuer, 'url'>): Input<typeof addCiIdentity> {
  const names = { issuer: issuer.url, audience: AUDIENCE, subject: SUBJECT };
  return { id: 'logs', name: 'main of acme/logs', ...names, rights: ['publish'] };
}

async function exchange(app: TestApp, id_token: string, more: { id?: string; public_key?: string } = {}) {
  const { body } = await app.as('visitor').call(exchangeCiToken, { id: 'logs', id_token, ...more });
  return { ...body.data, code: body.code, reason: body.details?.why };
}

describeDatabases('identities of build servers', (database) => {
  test('an ID token gives a deploy token that ends after 15 minutes, once', async () => {
    const { app, issuer, clock, identityId } = await openWithIdentity({ database: await database.create() });
    const idToken = await issuer.issue();
    const { token = '', rights, expires_at } = await exchange(app, idToken);
    expect(rights).toEqual([...areaRights]);
    expect(expires_at).toBe(Math.floor(clock.nowMs / 1000) + 900);
    expect(await codeOf(app, 'GET /api/console/areas', token)).toBeUndefined();
    expect((await exchange(app, idToken)).reason).toBe('it was used before');
    expect((await app.as('root').get(listPublishers, {})).tokens).toHaveLength(1);
    clock.nowMs += 900_000;
    expect(await codeOf(app, 'GET /api/console/areas', token)).toBe('publish_token_wrong');
    const [listed] = await app.as('root').get(listCiIdentities, { id: 'logs' });
    expect(listed).toMatchObject({ id: identityId, used_at: (expires_at ?? 0) - 900 });
  });
});

const seconds = Math.floor(Date.now() / 1000);
test.each([
  ['for another audience', { aud: 'https://elsewhere.example' }, 'it is for the audience https://elsewhere'],
  ['of another repository', { sub: 'repo:evil/logs:ref:refs/heads/main' }, 'it is of the subject repo:evil'],
  ['of another branch', { sub: `${SUBJECT}2` }, 'it is of the subject'],
  ['that has expired', { iat: seconds - 900, exp: seconds - 600 }, '"exp" claim timestamp check failed'],
  ['that begins later', { nbf: seconds + 900 }, '"nbf" claim timestamp check failed'],
  ['without an end', { exp: undefined }, 'missing required "exp" claim'],
  ['of another issuer', { iss: 'https://ci.example' }, 'this area has no CI identity of its issuer'],
])('an ID token %s is refused with the reason', async (_, claims, reason) => {
  const { app, issuer } = await openWithIdentity();
  const answer = await exchange(app, await issuer.issue(claims));
  expect(answer).toMatchObject({ code: 'area_ci_refused', reason: expect.stringContaining(reason) });
});

test('an ID token with a forged signature, none, or one by a shared secret is refused', async () => {
  const { app, issuer } = await openWithIdentity();
  const [header = '', payload = '', signature = ''] = (await issuer.issue()).split('.');
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>;
  const secret = new TextEncoder().encode('a secret that is long enough for it');
  for (const forged of [
    `${header}.${encoded({ ...claims, sub: SUBJECT, extra: 1 })}.${signature}`,
    `${encoded({ alg: 'none' })}.${payload}.`,
    `${encoded({ alg: 'none', kid: 'key-1' })}.${payload}.${signature}`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret),
    'this is not an ID token at all',
  ])
    expect((await exchange(app, forged)).code).toBe('area_ci_refused');
});

test('the same ID token with another spelling of its signature is used up too', async () => {
  const { app, issuer } = await openWithIdentity();
  const idToken = await issuer.issue();
  expect((await exchange(app, idToken)).code).toBeUndefined();
  const again = await exchange(app, `${idToken}=`);
  expect(again.code).toBe('area_ci_refused');
});

test('a new key of the issuer is found, and invented keys do not make the gateway ask all the time', async () => {
  const { app, issuer, clock } = await openWithIdentity();
  await exchange(app, await issuer.issue());
  expect(issuer.reads()).toBe(1);
  await issuer.rotate();
  clock.nowMs += 11_000;
  expect((await exchange(app, await issuer.issue())).code).toBeUndefined();
  expect(issuer.reads()).toBe(2);
  const other = await startCiIssuer(() => clock.nowMs);
  await other.rotate();
  await other.rotate();
  for (let count = 0; count < 5; count++)
    expect((await exchange(app, await other.issue({ iss: issuer.url }))).code).toBe('area_ci_refused');
  expect(issuer.reads()).toBe(2);
});

test('an issuer that does not answer is an error, and gets a request again later', async () => {
  const { app, issuer, clock } = await openWithIdentity();
  issuer.fail();
  expect((await exchange(app, await issuer.issue())).code).toBe('area_ci_unreachable');
  clock.nowMs += 11_000;
  expect((await exchange(app, await issuer.issue())).code).toBe('area_ci_unreachable');
});

test('an issuer in a private network gets no request unless the operator allows it', async () => {
  const { app, issuer } = await openWithIdentity({ environment: {} });
  expect((await exchange(app, await issuer.issue())).code).toBe('area_ci_unreachable');
  expect(issuer.reads()).toBe(0);
});

test('a job signs its build with a key that it made for itself', async () => {
  const { app, issuer, clock, identityId } = await openWithIdentity();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  const { token = '' } = await exchange(app, await issuer.issue(), { public_key });
  const publish = async (build: string) => {
    const request = publishRequest(makeAreaBuild(build), { token, privateKey });
    return (await app.as('visitor').call(publishBuild, request)).body;
  };
  expect((await publish('7777777777')).success).toBe(true);
  expect((await app.as('root').get(listPublishers, {})).keys).toHaveLength(1);
  await app.as('root').get(removeCiIdentity, { id: identityId });
  expect((await publish('8888888888')).code).toBe('publish_token_wrong');
  clock.nowMs += 1000;
  const taken = await exchange(app, await issuer.issue(), { public_key });
  expect(taken.code).toBe('area_ci_refused');
});

test('a job gets the rights of its identity and no endpoint that names none', async () => {
  const { app, issuer } = await openWithIdentity();
  const { token = '' } = await exchange(app, await issuer.issue());
  const others = endpoints.filter(
    ({ access, areaRight }) => !areaRight && ['user', 'admin', 'root'].includes(access),
  );
  expect(others.length).toBeGreaterThan(50);
  for (const { address } of others)
    expect([address, await codeOf(app, address, token)]).toEqual([address, 'access_token_invalid']);
  expect(await codeOf(app, 'POST /api/console/areas/user/rollback', token)).toBe('not_allowed');
});

test.each(areaRights)('a job with the right to %s alone has no other', async (right) => {
  const { app, issuer } = await openWithIdentity({ rights: [right] });
  const { token = '', rights } = await exchange(app, await issuer.issue());
  expect(rights).toEqual([right]);
  const isAllowed = async (address: string) => (await codeOf(app, address, token)) !== 'not_allowed';
  expect(await isAllowed('GET /api/console/areas')).toBe(right === 'watch');
  expect(await isAllowed('DELETE /api/console/areas/logs/channels/canary')).toBe(right === 'release');
});

test('a job that several identities match has the rights of all, until one of them is removed', async () => {
  const { app, issuer, identityId } = await openWithIdentity({ rights: ['publish'] });
  const root = app.as('root');
  const wider: Input<typeof addCiIdentity> = {
    ...identityOf(issuer),
    subject: `${SUBJECT.slice(0, SUBJECT.lastIndexOf('/') + 1)}*`,
    rights: ['watch'],
  };
  const widerId = await root.get(addCiIdentity, wider);
  await root.get(addCiIdentity, {
    ...wider,
    subject: 'repo:acme/other:ref:refs/heads/main',
    rights: ['release'],
  });

  const { token = '', rights } = await exchange(app, await issuer.issue());
  expect(rights).toEqual(['publish', 'watch']);
  expect(await codeOf(app, 'GET /api/console/areas', token)).toBeUndefined();
  const listed = await root.get(listCiIdentities, { id: 'logs' });
  expect(listed.filter(({ used_at }) => used_at > 0).map(({ id }) => id)).toEqual([identityId, widerId]);

  await root.get(removeCiIdentity, { id: widerId });
  expect(await codeOf(app, 'GET /api/console/areas', token)).toBe('publish_token_wrong');
  expect((await exchange(app, await issuer.issue())).rights).toEqual(['publish']);
});

test('an ID token for one area opens no other, and only root trusts jobs', async () => {
  const { app, issuer } = await openWithIdentity();
  expect((await exchange(app, await issuer.issue(), { id: 'user' })).code).toBe('area_ci_refused');
  const byAdmin = await app.as('admin').call(addCiIdentity, identityOf(issuer));
  expect(byAdmin.body.code).toBe('not_allowed');
});

test.each(['*', 'repo:*', 'repo:*/logs:ref:*', '*:acme/logs'])(
  'the subject %s would fit strangers and is refused',
  async (subject) => {
    const { app, issuer } = await openWithIdentity();
    const { body } = await app.as('root').call(addCiIdentity, { ...identityOf(issuer), subject });
    expect(body.success).toBe(false);
  },
);

/** Calls an endpoint with a deploy token. Returns the code of the refusal. */
async function codeOf(app: TestApp, address: string, token: string): Promise<string | undefined> {
  const [method = '', path = ''] = address.split(' ');
  const answer = await app.app.inject({
    method: method as 'GET',
    url: path.replace(/:\w+/g, '1'),
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  });
  return answer.json<{ code?: string }>().code;
}
