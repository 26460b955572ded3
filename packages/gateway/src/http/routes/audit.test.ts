import {
  addCiIdentity,
  addPublishKey,
  createIncident,
  createLimit,
  type Endpoint,
  grantOverride,
  killArea,
  listAudit,
  listChannelKeys,
  makePublishToken,
  pinBuild,
  promoteBuild,
  publishBuild,
  saveOption,
  setAreaMember,
} from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAreaBuild,
  makeConsoleFolder,
  makePublisher,
  publishRequest,
} from '../../testing/area-builds.ts';
import type { TestClient } from '../../testing/client.ts';
import { makeChannel, makeKeyring, makeUser } from '../../testing/factories.ts';

const BUILD = 'aaaaaaaaaa';
const CI_IDENTITY = {
  id: 'logs',
  name: 'ci',
  issuer: 'https://ci.example',
  audience: 'https://gate.example',
  subject: 'repo:acme/logs:ref:refs/heads/main',
  rights: ['publish' as const],
};
let app: TestApp;
/** The session whose override the calls change. */
let root: TestClient;
beforeAll(async () => {
  const builds = [makeAreaBuild(BUILD), makeAreaBuild('bbbbbbbbbb')];
  app = await buildTestApp({
    environment: { CONSOLE_DIR: makeConsoleFolder(builds), AREA_OVERRIDES: 'true' },
  });
  root = app.as('root');
});
afterAll(() => app.close());

type Input = Record<string, unknown>;

/** Creates the rows that a call needs, and returns input for a call that succeeds. */
const auditedCalls: Record<string, () => Input | Promise<Input>> = {
  'POST /api/channel/': () => ({ type: 1, name: 'n', key: 'sk-abcdefgh', models: 'm' }),
  'PUT /api/channel/': async () => ({ id: await makeChannel(app.ctx), name: 'renamed' }),
  'POST /api/channel/keys': async () => ({ id: await makeChannel(app.ctx), key: 'sk-another-0001' }),
  'POST /api/channel/keys/remove': async () => {
    const { id, keys } = await keyToTurnOff();
    return { id, keys };
  },
  'PUT /api/channel/keys': () => keyToTurnOff(),
  'PUT /api/price/': () => ({ prices: [{ model: 'm', price: { input: 1 } }] }),
  'PUT /api/price/pin': () => ({ models: ['m'], pinned: true }),
  'POST /api/price/apply': () => ({ source: 's', prices: [{ model: 'n', price: { input: 1 } }] }),
  'PUT /api/channel/cost': async () => ({
    id: await makeChannel(app.ctx),
    costs: [{ models: '*', factor: 0.8 }],
  }),
  'DELETE /api/channel/:id': async () => ({ id: await makeChannel(app.ctx) }),
  'DELETE /api/channel/disabled': async () => {
    await makeTagged({ status: 2 });
    return {};
  },
  'POST /api/channel/batch': async () => ({ ids: [await makeChannel(app.ctx)] }),
  'POST /api/channel/batch/tag': async () => ({ ids: [await makeChannel(app.ctx)], tag: 't' }),
  'POST /api/channel/copy/:id': async () => ({ id: await makeChannel(app.ctx) }),
  'POST /api/channel/fix': async () => {
    await app.ctx.db.deleteFrom('abilities').execute();
    return {};
  },
  'PUT /api/channel/tag': async () => ({ tag: await makeTagged(), priority: 7 }),
  'POST /api/channel/tag/disabled': async () => ({ tag: await makeTagged() }),
  'POST /api/channel/tag/enabled': async () => ({ tag: await makeTagged({ status: 2 }) }),
  'DELETE /api/log/': () => ({ target_timestamp: Math.floor(Date.now() / 1000) - 90 * 86_400 }),
  'POST /api/incident/': () => ({ title: 'Slow answers' }),
  'PUT /api/incident/': async () => ({ id: await makeIncident(), state: 'resolved' }),
  'DELETE /api/incident/:id': async () => ({ id: await makeIncident() }),
  'POST /api/limit/': () => ({ scope: 'everybody', resource: 'quota', amount: 1 }),
  'PUT /api/limit/': async () => ({ id: await makeLimit(), amount: 2 }),
  'DELETE /api/limit/:id': async () => ({ id: await makeLimit() }),
  'POST /api/redemption/': () => ({ name: 'n', quota: 1 }),
  'PUT /api/redemption/': async () => ({ id: await makeCode(), name: 'renamed' }),
  'DELETE /api/redemption/:id': async () => ({ id: await makeCode() }),
  'POST /api/user/': () => ({ username: 'somebody', password: 'long enough 1' }),
  'PUT /api/user/': async () => ({ id: (await makeUser(app.ctx)).id, display_name: 'renamed' }),
  'POST /api/user/manage': async () => ({ id: (await makeUser(app.ctx)).id, action: 'disable' }),
  'DELETE /api/user/:id': async () => ({ id: (await makeUser(app.ctx)).id }),
  'PUT /api/option/': () => ({ key: 'Notice', value: 'hello' }),
  'PUT /api/option/batch': () => ({ options: [{ key: 'Notice', value: 'hello again' }] }),
  'POST /api/option/rest_model_ratio': () => ({}),
  'PUT /api/console/areas/:id/channels/stable': () => ({ id: 'logs', build_id: BUILD }),
  'PUT /api/console/areas/:id/approval': () => ({ id: 'elsewhere', needed: true }),
  'PUT /api/console/areas/:id/builds/:build_id/note': () => ({ id: 'logs', build_id: BUILD, note: 'n' }),
  'DELETE /api/console/areas/:id/promotion': async () => {
    await app.ctx.db.insertInto('area_approvals').values({ area_id: 'waiting', build_id: BUILD }).execute();
    return { id: 'waiting' };
  },
  'POST /api/console/areas/:id/ci-identities': () => ({ ...CI_IDENTITY }),
  'DELETE /api/console/ci-identities/:id': async () => ({ id: await root.get(addCiIdentity, CI_IDENTITY) }),
  'PUT /api/console/areas/:id/channels/canary': () => ({ id: 'logs', build_id: BUILD, percent: 5 }),
  'DELETE /api/console/areas/:id/channels/canary': () => ({ id: 'logs' }),
  'PUT /api/console/areas/:id/members/:user_id': async () => ({
    id: 'logs',
    user_id: (await makeUser(app.ctx)).id,
    rights: ['watch'],
  }),
  'DELETE /api/console/areas/:id/members/:user_id': async () => {
    const { id: user_id } = await makeUser(app.ctx);
    await root.call(setAreaMember, { id: 'logs', user_id, rights: ['watch'] });
    return { id: 'logs', user_id };
  },
  'POST /api/console/areas/:id/rollback': async () => {
    await app.as('root').get(promoteBuild, { id: 'logs', build_id: 'bbbbbbbbbb' });
    return { id: 'logs' };
  },
  'POST /api/console/areas/:id/kill': () => ({ id: 'logs', build_id: 'ffffffffff', reason: 'broken' }),
  'POST /api/console/areas/:id/revive': async () => {
    await app.as('root').get(killArea, { id: 'logs', reason: 'broken' });
    return { id: 'logs', reason: 'mended' };
  },
  'POST /api/console/areas/:id/retire': async () => {
    const publisher = await makePublisher(app, 'billing');
    const build = makeAreaBuild('cccccccccc', { id: 'billing' });
    await app.as('visitor').get(publishBuild, publishRequest(build, publisher));
    return { id: 'billing', reason: 'replaced' };
  },
  'PUT /api/console/areas/:id/pins/:user_id': () => pin(),
  'DELETE /api/console/areas/:id/pins/:user_id': async () => {
    await app.as('root').get(pinBuild, pin());
    return { id: 'logs', user_id: app.people.user.id };
  },
  'PUT /api/console/areas/:id/preview': () => ({ id: 'logs', build_id: BUILD }),
  'PUT /api/console/areas/:id/override': () => ({ id: 'logs', origin: 'http://127.0.0.1:3104' }),
  'DELETE /api/console/areas/:id/override': async () => {
    await root.get(grantOverride, { id: 'logs', origin: 'http://127.0.0.1:3104' });
    return { id: 'logs' };
  },
  'POST /api/console/publish-keys': () => ({ name: 'ci', public_key: `${'A'.repeat(43)}=` }),
  'POST /api/console/publish-keys/:id/retire': async () => ({
    id: await app.as('root').get(addPublishKey, { name: 'ci', public_key: `${'C'.repeat(42)}A=` }),
  }),
  'DELETE /api/console/publish-keys/:id': async () => ({
    id: await app.as('root').get(addPublishKey, { name: 'ci', public_key: `${'B'.repeat(42)}A=` }),
  }),
  'POST /api/console/areas/:id/tokens': () => ({ id: 'logs', name: 'ci' }),
  'DELETE /api/console/publish-tokens/:id': async () => ({
    id: (await app.as('root').get(makePublishToken, { id: 'logs', name: 'ci' })).id,
  }),
};

function pin() {
  return { id: 'logs', user_id: app.people.user.id, build_id: BUILD, reason: 'looks into it' };
}

/** Calls that make or end tests at a provider or a mail server, and change neither settings nor money. */
const askOnly = new Set([
  'POST /api/price/review',
  'GET /api/channel/fetch_models/:id',
  'POST /api/channel/fetch_models',
  'GET /api/channel/test',
  'DELETE /api/channel/test',
  'GET /api/channel/test/:id',
  'GET /api/channel/update_balance',
  'GET /api/channel/update_balance/:id',
  'POST /api/option/test_mail',
  'POST /api/oauth/oidc/discovery',
]);

function noCase(address: string): string {
  return `${address} has no case in audit.test.ts: add input for a call that succeeds to \`auditedCalls\`, or name it in \`askOnly\``;
}

const changing = endpoints.filter(
  ({ access, address, changes }) =>
    (access === 'admin' || access === 'root') &&
    (changes || !address.startsWith('GET ')) &&
    !askOnly.has(address),
);

test('every endpoint by which an administrator changes state has a case in this file', () => {
  const addresses = new Set<string>(changing.map(({ address }) => address));
  expect([
    ...[...addresses].filter((address) => !auditedCalls[address]).map(noCase),
    ...Object.keys(auditedCalls)
      .filter((address) => !addresses.has(address))
      .map((address) => `${address} has a case in audit.test.ts, but changes nothing as an administrator`),
  ]).toEqual([]);
});

describe('the audit log records a change by an administrator', () => {
  test.each(changing.map((endpoint) => [endpoint.address, endpoint] as const))(
    '%s',
    async (address, endpoint) => {
      const prepare = auditedCalls[address];
      if (!prepare) throw new Error(noCase(address));
      const rows = await rowsAfter(endpoint, await prepare());

      expect(rows.length, `${address} writes no audit row: call recordAction`).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ actor_name: 'root', ip: '127.0.0.1' });
    },
  );
});

test('only root reads the audit log, which names the actor of each change and can be filtered and paged', async () => {
  const root = app.as('root');
  for (const value of ['2', '3', '4']) await root.get(saveOption, { key: 'RetryTimes', value });

  expect((await app.as('admin').call(listAudit, {})).body.code).toBe('not_allowed');
  const { items, total, next_cursor } = await root.get(listAudit, {
    target: 'option:RetryTimes',
    page_size: 2,
  });
  expect(total).toBe(3);
  expect(items).toMatchObject([
    {
      action: 'option.update',
      before: '{"RetryTimes":"3"}',
      after: '{"RetryTimes":"4"}',
      actor_name: 'root',
    },
    { before: '{"RetryTimes":"2"}', after: '{"RetryTimes":"3"}' },
  ]);
  const rest = await root.get(listAudit, {
    target: 'option:RetryTimes',
    page_size: 2,
    cursor: next_cursor ?? '',
  });
  expect(rest.items.map(({ after }) => after)).toEqual(['{"RetryTimes":"2"}']);
  const of = async (actor: string) => (await root.get(listAudit, { actor })).total;
  expect(await of('root')).toBe(await of(String(app.people.root.id)));
  expect(await of('unknown')).toBe(0);
  expect((await root.get(listAudit, { start_timestamp: Math.floor(Date.now() / 1000) + 60 })).total).toBe(0);
});

test('a saved secret appears in the audit log only as changed', async () => {
  const root = app.as('root');
  await root.get(saveOption, { key: 'SMTPToken', value: 'canary-audit-1' });
  await root.get(saveOption, { key: 'SMTPToken', value: 'canary-audit-2' });

  const { items } = await root.get(listAudit, { target: 'option:SMTPToken' });
  expect(items.map(({ before, after }) => [before, after])).toEqual([
    ['{"SMTPToken":"[secret]"}', '{"SMTPToken":"[secret]"}'],
    ['{"SMTPToken":""}', '{"SMTPToken":"[secret]"}'],
  ]);
});

/** The audit rows of one call. */
async function rowsAfter(endpoint: Endpoint, input: Input) {
  const last = (await app.as('root').get(listAudit, { page_size: 1 })).items[0]?.id ?? 0;
  const { body, text } = await root.callLoosely(endpoint, input);
  expect(body.success, text).toBe(true);
  const { items } = await app.as('root').get(listAudit, { page_size: 100 });
  return items.filter(({ id }) => id > last);
}

let tags = 0;
async function keyToTurnOff() {
  const id = await makeKeyring(app.ctx, ['sk-audit-0001', 'sk-audit-0002']);
  const [key] = await app.as('admin').get(listChannelKeys, { id });
  return { id, keys: [key?.id], status: 2 };
}

async function makeTagged(columns: { status?: number } = {}): Promise<string> {
  const tag = `tag${++tags}`;
  const id = await makeChannel(app.ctx);
  await app.ctx.db
    .updateTable('channels')
    .set({ tag, ...columns })
    .where('id', '=', id)
    .execute();
  return tag;
}

async function makeLimit(): Promise<number> {
  const { id } = await app.as('root').get(createLimit, { scope: 'everybody', resource: 'quota', amount: 1 });
  return id;
}

async function makeIncident(): Promise<number> {
  return (await app.as('root').get(createIncident, { title: 'Slow answers' })).id;
}

async function makeCode(): Promise<number> {
  await app.as('root').send('POST', '/api/redemption/', { body: { name: 'code', quota: 1 } });
  const newest = app.ctx.db.selectFrom('redemptions').select('id').orderBy('id', 'desc');
  return (await newest.executeTakeFirstOrThrow()).id;
}
