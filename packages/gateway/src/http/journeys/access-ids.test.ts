import { createRedemptions, type Endpoint, listNotifications, pageRedemptions } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../../core/context.ts';
import * as sessions from '../../modules/identity/credentials/sessions.ts';
import { notify } from '../../modules/notifications/notify.ts';
import * as notifications from '../../modules/notifications/repository/notifications.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient, type TestAnswer } from '../../testing/client.ts';
import { makeChannel, makeToken, makeUser } from '../../testing/factories.ts';
import { refuseOutboundCalls } from '../../testing/fuzz-rules.ts';

/**
 * The kind of a row: its owner and who may change it. `others` are users of the same and every other role.
 */
type Kind = 'own-token' | 'own-session' | 'own-notification' | 'person-below' | 'admins';

interface Row {
  kind: Kind;
  /** The rest of the input. */
  sends?: Record<string, unknown>;
  /** The data of the answer to callers who do not own the row. Without it they get the error of the kind. */
  ignored?: unknown;
}

/** One row for each endpoint that takes the id of a row. A new endpoint without a row fails this file. */
const rows: Record<string, Row> = {
  'GET /api/token/:id': { kind: 'own-token' },
  'PUT /api/token/': { kind: 'own-token', sends: { name: 'n' } },
  'DELETE /api/token/:id': { kind: 'own-token' },
  'POST /api/token/batch': { kind: 'own-token', ignored: 0 },
  'GET /api/token/usage': { kind: 'own-token', ignored: [] },
  'DELETE /api/user/self/sessions/:id': { kind: 'own-session' },
  'POST /api/notification/read': { kind: 'own-notification' },
  'GET /api/user/:id': { kind: 'person-below' },
  'PUT /api/user/': { kind: 'person-below', sends: { display_name: 'n' } },
  'POST /api/user/manage': { kind: 'person-below', sends: { action: 'enable' } },
  'DELETE /api/user/:id': { kind: 'person-below' },
  'GET /api/user/:id/ledger': { kind: 'person-below' },
  'GET /api/user/:id/ledger/export': { kind: 'person-below' },
  'GET /api/channel/:id': { kind: 'admins' },
  'GET /api/channel/health': { kind: 'admins' },
  'PUT /api/channel/': { kind: 'admins', sends: { priority: 1 } },
  'GET /api/channel/keys/:id': { kind: 'admins' },
  'POST /api/channel/keys': { kind: 'admins', sends: { key: 'sk-another-0001' } },
  'POST /api/channel/keys/remove': { kind: 'admins', sends: { keys: ['none'] } },
  'PUT /api/channel/keys': { kind: 'admins', sends: { keys: ['none'], status: 1 } },
  'GET /api/channel/cost/:id': { kind: 'admins' },
  'PUT /api/channel/cost': { kind: 'admins', sends: { costs: [] } },
  'DELETE /api/channel/:id': { kind: 'admins' },
  'POST /api/channel/batch': { kind: 'admins' },
  'POST /api/channel/batch/tag': { kind: 'admins', sends: { tag: 't' } },
  'POST /api/channel/copy/:id': { kind: 'admins' },
  'GET /api/channel/fetch_models/:id': { kind: 'admins' },
  'GET /api/channel/test/:id': { kind: 'admins' },
  'GET /api/channel/update_balance/:id': { kind: 'admins' },
  'GET /api/limit/usage': { kind: 'admins' },
  'GET /api/limit/history': { kind: 'admins' },
  'PUT /api/incident/': { kind: 'admins', sends: { title: 't' } },
  'DELETE /api/incident/:id': { kind: 'admins' },
  'PUT /api/limit/': { kind: 'admins', sends: { amount: 1 } },
  'DELETE /api/limit/:id': { kind: 'admins' },
  'GET /api/redemption/:id': { kind: 'admins' },
  'PUT /api/redemption/': { kind: 'admins', sends: { name: 'n' } },
  'DELETE /api/redemption/:id': { kind: 'admins' },
};

/** These ids name no owned row: they are a member of the Telegram widget's answer. */
const noRow = ['GET /api/oauth/telegram/login', 'GET /api/oauth/telegram/bind'];

const withId = endpoints.filter(
  (endpoint) =>
    !endpoint.address.includes(' /api/console/') && // areas and publish keys have no owner: the level decides
    (/:id/.test(endpoint.address) || 'id' in shapeOf(endpoint) || 'ids' in shapeOf(endpoint)),
);

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  refuseOutboundCalls(app.ctx);
});
afterAll(() => app.close());

test('every endpoint that takes an id has a row in the table of owners', () => {
  const missing = withId
    .map(({ address }) => address)
    .filter((address) => !rows[address] && !noRow.includes(address));
  expect(
    missing.map(
      (address) => `${address} has no row in access-ids.test.ts: say whose rows it takes, by \`kind\``,
    ),
  ).toEqual([]);
});

const roles = { user: 1, admin: 10, root: 100 } as const;
type RoleName = keyof typeof roles;
const everybody = Object.keys(roles) as RoleName[];
const pairs = everybody.flatMap((caller) => everybody.map((owner) => [caller, owner] as const));
const ofKind = (kind: Kind) =>
  withId
    .filter(({ address }) => rows[address]?.kind === kind)
    .map((endpoint) => [endpoint.address, endpoint] as const);

describe.each(ofKind('own-token'))('%s', (address, endpoint) => {
  test.each(pairs)(
    'a user with the role %s is answered that the token of another %s does not exist',
    async (caller, owner) => {
      const { id } = await makeToken(app.ctx, await person(owner));
      const answer = await call(endpoint, await client(caller), id);
      const { ignored } = rows[address] as Row;
      if (ignored === undefined)
        expect(answer.body).toMatchObject({ success: false, code: 'token_not_found' });
      else expect(answer.body).toMatchObject({ success: true, data: ignored });
      expect(
        await app.ctx.db.selectFrom('tokens').select(['name', 'deleted_at']).where('id', '=', id).execute(),
      ).toEqual([{ name: 'token', deleted_at: null }]);
    },
  );

  test.each(everybody)('a user with the role %s reaches the token of that user', async (caller) => {
    const owner = await person(caller);
    const { id } = await makeToken(app.ctx, owner);
    expect((await call(endpoint, createClient(app.app, app.ctx, owner), id)).body.success).toBe(true);
  });
});

describe.each(ofKind('own-session'))('%s', (_, endpoint) => {
  test.each(pairs)('%s cannot end the session of another %s', async (caller, owner) => {
    const { id } = await person(owner);
    await sessions.start(app.ctx, id, { ip: '127.0.0.1', userAgent: 'test' });
    const [session] = await sessions.listOf(app.ctx, id);
    const name = session?.id_hash.slice(0, 16) as string;
    const answer = await call(endpoint, await client(caller), name);
    expect(answer.body).toMatchObject({ success: false, code: 'session_not_found' });
    expect(await sessions.listOf(app.ctx, id)).toHaveLength(1);
  });
});

describe.each(ofKind('own-notification'))('%s', (_, endpoint) => {
  test.each(pairs)('%s neither sees nor changes a notification of another %s', async (caller, owner) => {
    const { id: userId } = await person(owner);
    const news = {
      kind: 'payment_received',
      subject: 's',
      facts: { quota: 1, money: 'secret sum' },
    } as const;
    await transact(app.ctx, (tx) => notify(tx, [userId], news));
    const [row] = await notifications.listOf(app.ctx.db, userId);
    const stranger = await client(caller);
    expect((await call(endpoint, stranger, row?.id ?? 0)).body).toMatchObject({ data: { unread: 0 } });
    expect(await stranger.get(listNotifications, {})).toEqual([]);
    expect(await notifications.countUnread(app.ctx.db, userId)).toBe(1);
  });
});

describe.each(ofKind('person-below'))('%s', (_, endpoint) => {
  // @spec G027
  test.each(pairs)('%s acts on another %s only with a higher role', async (caller, owner) => {
    const answer = await call(endpoint, await client(caller), (await person(owner)).id);
    if (caller === 'user') expect(answer.body).toMatchObject({ success: false, code: 'not_allowed' });
    else if (caller === 'admin' && owner !== 'user')
      expect(answer.body).toMatchObject({ success: false, code: 'user_above' });
    else expect(['not_allowed', 'user_above']).not.toContain(answer.body?.code);
  });
});

describe.each(ofKind('admins'))('%s', (address, endpoint) => {
  test.each(everybody)('access of the role %s does not depend on who created the row', async (caller) => {
    const id = address.includes('redemption') ? await makeCode() : await makeChannel(app.ctx, { type: 1 });
    const answer = await call(endpoint, await client(caller), id);
    if (caller !== 'user') expect(answer.body.code).not.toBe('not_allowed');
    else expect(answer.body).toMatchObject({ success: false, code: 'not_allowed' });
  });
});

function person(role: RoleName) {
  return makeUser(app.ctx, { role: roles[role] });
}

async function client(role: RoleName) {
  return createClient(app.app, app.ctx, await person(role));
}

async function makeCode(): Promise<number> {
  await app.as('admin').get(createRedemptions, { name: 'c', quota: 1 });
  return (await app.as('admin').get(pageRedemptions, { page_size: 1 })).items[0]?.id as number;
}

function call(endpoint: Endpoint, who: ReturnType<TestApp['as']>, id: number | string): Promise<TestAnswer> {
  const isGet = endpoint.address.startsWith('GET ');
  const ids = 'ids' in shapeOf(endpoint) ? { ids: isGet ? String(id) : [id] } : { id };
  return who.callLoosely(endpoint, { ...rows[endpoint.address]?.sends, ...ids });
}

function shapeOf(endpoint: Endpoint): object {
  return (endpoint.input as unknown as { shape?: object }).shape ?? {};
}
