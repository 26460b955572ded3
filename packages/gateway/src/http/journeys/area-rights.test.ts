import { generateKeyPairSync } from 'node:crypto';
import {
  type AreaRight,
  addPublishKey,
  areaRights,
  declinePromotion,
  endCanary,
  getAreaTrouble,
  getBuild,
  killArea,
  listAreaNames,
  listAreas,
  listPublishers,
  makePublishToken,
  promoteBuild,
  publishBuild,
  retireArea,
  reviveArea,
  revokePublishToken,
  rollBackArea,
  setAreaMember,
  setCanary,
  setReleaseNote,
  startPreview,
} from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { makeAreaBuild, publishRequest } from '../../testing/area-builds.ts';
import { ONE, openAreaConsole, TWO } from '../../testing/area-console.ts';

const calls = {
  watch: [listAreas, {}],
  names: [listAreaNames, {}],
  trouble: [getAreaTrouble, { id: 'logs', hours: 24 }],
  download: [getBuild, { id: 'logs', build_id: ONE }],
  preview: [startPreview, { id: 'logs', build_id: ONE }],
  canary: [setCanary, { id: 'logs', build_id: ONE, percent: 5 }],
  end: [endCanary, { id: 'logs' }],
  promote: [promoteBuild, { id: 'logs', build_id: ONE }],
  rollback: [rollBackArea, { id: 'logs' }],
  kill: [killArea, { id: 'logs', build_id: TWO, reason: 'leaks' }],
  revive: [reviveArea, { id: 'logs', reason: 'mended' }],
  note: [setReleaseNote, { id: 'logs', build_id: ONE, note: 'Faster lists' }],
  decline: [declinePromotion, { id: 'logs' }],
  retire: [retireArea, { id: 'logs', reason: 'no longer needed' }],
} as const;
const release = ['canary', 'end', 'promote', 'rollback', 'kill', 'revive', 'note', 'decline', 'retire'];
const allowed: Record<AreaRight, string[]> = {
  publish: [],
  release,
  watch: ['watch', 'names', 'trouble', 'download', 'preview'],
};

test('every endpoint that names a right has a call in this file', () => {
  const called = new Set<string>(Object.values(calls).map(([{ address }]) => address));
  expect(
    endpoints
      .filter(({ address, areaRight }) => areaRight && !called.has(address))
      .map(
        ({ address, areaRight }) =>
          `${address} has no call in area-rights.test.ts: add one to \`calls\`, and its name to the right \`${areaRight}\` in \`allowed\``,
      ),
  ).toEqual([]);
});

describe.each(areaRights)('the right to %s', (right) => {
  test('lets a deploy token do this for its area, and nothing else', async () => {
    const { app } = await openAreaConsole();
    const { token } = await app.as('root').get(makePublishToken, { id: 'logs', name: 'ci', rights: [right] });
    expect(await listDone(app, { authorization: `Bearer ${token}` })).toEqual(allowed[right]);
    const foreign = { id: 'user', build_id: ONE, percent: 5 };
    expect(await codeOf(app, setCanary, foreign, { authorization: `Bearer ${token}` })).toBe('not_allowed');
  });

  test('lets a user do this for the area, and nothing else', async () => {
    const { app } = await openAreaConsole();
    const { id: user_id } = app.people.user;
    await app.as('root').get(setAreaMember, { id: 'logs', user_id, rights: [right] });
    const done: string[] = [];
    for (const [name, [endpoint, input]] of Object.entries(calls)) {
      const { body } = await app.as('user').call(endpoint as never, input as never);
      if (body.code !== 'not_allowed') done.push(name);
    }
    expect(done).toEqual(allowed[right]);
    expect((await app.as('other').call(listAreas, {})).body.code).toBe('not_allowed');
  });
});

test('a deploy token with every right opens no endpoint that names no right', async () => {
  const { app } = await openAreaConsole();
  const { token } = await app
    .as('root')
    .get(makePublishToken, { id: 'logs', name: 'ci', rights: [...areaRights] });
  const others = endpoints.filter(
    ({ access, areaRight }) => !areaRight && ['user', 'admin', 'root'].includes(access),
  );
  expect(others.length).toBeGreaterThan(50);
  for (const endpoint of others) {
    const code = await codeOf(app, endpoint, {}, { authorization: `Bearer ${token}` });
    expect([endpoint.address, code]).toEqual([endpoint.address, 'access_token_invalid']);
  }
});

test('who may watch an area sees this one alone', async () => {
  const { app } = await openAreaConsole();
  const { id: user_id } = app.people.user;
  await app.as('root').get(setAreaMember, { id: 'elsewhere', user_id, rights: ['watch'] });
  expect((await app.as('user').get(listAreas, {})).map(({ id }) => id)).toEqual([]);
  await app.as('root').get(setAreaMember, { id: 'logs', user_id, rights: ['watch'] });
  expect((await app.as('user').get(listAreas, {})).map(({ id }) => id)).toEqual(['logs']);
});

test('a deploy token ends by itself, and one that may not publish cannot', async () => {
  const clock = { nowMs: Date.now() };
  const { app, publisher } = await openAreaConsole({ now: () => clock.nowMs });
  const make = (rights: AreaRight[]) =>
    app.as('root').get(makePublishToken, { id: 'logs', name: 'ci', rights, days: 2 });
  const { token } = await make(['publish', 'watch']);
  const { token: watching } = await make(['watch']);
  const listed = (await app.as('root').get(listPublishers, {})).tokens.at(-2);
  expect(listed).toMatchObject({ area: 'logs', rights: ['publish', 'watch'] });
  expect(listed?.expires_at).toBe(Math.floor(clock.nowMs / 1000) + 2 * 86_400);
  const publish = async (by: string, build: string) =>
    (
      await app
        .as('visitor')
        .call(publishBuild, publishRequest(makeAreaBuild(build), { ...publisher, token: by }))
    ).body.code;
  expect(await publish(watching, '7777777777')).toBe('publish_token_wrong');
  expect(await publish(token, '8888888888')).toBeUndefined();
  clock.nowMs += 2 * 86_400_000;
  expect(await publish(token, '9999999999')).toBe('publish_token_wrong');
  expect(await codeOf(app, listAreas, {}, { authorization: `Bearer ${token}` })).toBe('publish_token_wrong');
});

test('a refused deploy token says which right of which area is missing, or when it ended, and who makes another', async () => {
  const clock = { nowMs: Date.parse('2026-03-01T10:30:00Z') };
  const { app } = await openAreaConsole({ now: () => clock.nowMs });
  const root = app.as('root');
  const make = () => root.get(makePublishToken, { id: 'logs', name: 'ci', rights: ['watch'], days: 2 });
  const { token } = await make();
  const refusal = async (by: string, address: string) => {
    const authorization = `Bearer ${by}`;
    const payload = { build_id: ONE };
    const reply = await app.app.inject({ method: 'POST', url: address, headers: { authorization }, payload });
    return reply.json<{ message: string }>().message;
  };
  const place = 'System settings → Areas → ';
  expect(await refusal(token, '/api/console/areas/logs/rollback')).toContain(
    `“ci” lacks the right “release” for the area logs; it has: watch. The super admin makes a token with that right: ${place}logs`,
  );
  expect(await refusal(token, '/api/console/areas/user/rollback')).toContain(
    `“ci” is for the area logs, not for user. The super admin makes one for user: ${place}user`,
  );
  const request = publishRequest(makeAreaBuild('7777777777'), {
    token,
    privateKey: generateKeyPairSync('ed25519').privateKey,
  });
  expect((await app.as('visitor').call(publishBuild, request)).body.message).toContain(
    'lacks the right “publish”',
  );
  const { token: leaving, id } = await make();
  await root.get(revokePublishToken, { id });
  expect(await refusal(leaving, '/api/console/areas/logs/rollback')).toContain(
    'was revoked on 2026-03-01 10:30 UTC',
  );
  clock.nowMs += 3 * 86_400_000;
  expect(await refusal(token, '/api/console/areas/logs/rollback')).toContain(
    `“ci” of the area logs expired on 2026-03-03 10:30 UTC. The super admin makes a new one: ${place}logs`,
  );
  const { body } = await app.as('user').call(rollBackArea, { id: 'logs' });
  expect(body.message).toContain('Your account lacks the right “release”');
});

test('a key of another area signs no build of this one', async () => {
  const { app, publisher } = await openAreaConsole();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  await app.as('root').get(addPublishKey, { name: 'other', public_key, area: 'user' });
  const request = publishRequest(makeAreaBuild('6666666666'), { ...publisher, privateKey });
  const { body } = await app.as('visitor').call(publishBuild, request);
  expect(body.details.reasons).toContain(
    'SIGNATURE no registered key signed this manifest: the super admin registers',
  );
});

async function listDone(app: TestApp, headers: Record<string, string>): Promise<string[]> {
  const done: string[] = [];
  for (const [name, [endpoint, input]] of Object.entries(calls))
    if ((await codeOf(app, endpoint, input, headers)) !== 'not_allowed') done.push(name);
  return done;
}

/** Calls an endpoint without a session. Returns the code of the refusal. */
async function codeOf(
  app: TestApp,
  { address }: { address: string },
  input: object,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const [method = '', path = ''] = address.split(' ');
  const values = input as Record<string, string | undefined>;
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(values[name] ?? '1'));
  const response = await app.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(method !== 'GET' && method !== 'DELETE' && { payload: input }),
  });
  return response.json<{ code?: string }>().code;
}
