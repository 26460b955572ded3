import { type Endpoint, getSelf, logout } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { areaRows } from '../../testing/area-access-rows.ts';
import { createClient } from '../../testing/client.ts';
import { makeChannel, makeToken, makeUser } from '../../testing/factories.ts';
import { refuseOutboundCalls } from '../../testing/fuzz-rules.ts';
import { priceRows } from '../../testing/price-rows.ts';
import { workRows } from '../../testing/work-rows.ts';

const actors: readonly Actor[] = ['visitor', 'user', 'other', 'admin', 'root'];

interface Row {
  /** Input that an allowed caller may send, with the ids of rows that belong to `user`. */
  input: (ids: { token: number; channel: number }) => Record<string, unknown>;
  /** The actors that find the row. Absent: the level of the endpoint alone decides. */
  owners?: readonly Actor[];
  /** Calls as a new user of the same role, because the call ends the account or session. */
  fresh?: boolean;
}

const anything: Row = { input: () => ({}) };
const ownToken: Row = { input: ({ token }) => ({ id: token }), owners: ['user'] };
const channel: Row = { input: (ids) => ({ id: ids.channel }) };
/** Outbound calls fail here: a caller that gets this far would reach a provider. */
const noChannel: Row = { input: () => ({ id: 999_999 }) };

/** One row for each endpoint. A new endpoint without a row fails this file. */
const rows: Record<string, Row> = {
  'GET /api/setup': anything,
  'POST /api/setup': anything,
  'GET /api/status': anything,
  'GET /api/status/test': anything,
  'GET /api/status/update': anything,
  'GET /api/status/page': anything,
  'POST /api/incident/': { input: () => ({ title: 'Slow answers' }) },
  'PUT /api/incident/': { input: () => ({ id: 1, title: 'renamed' }) },
  'DELETE /api/incident/:id': { input: () => ({ id: 999 }) },
  'GET /api/notice': anything,
  'GET /api/about': anything,
  'GET /api/home_page_content': anything,
  'POST /api/user/login': { input: () => ({ username: 'unknown', password: 'nothing here' }) },
  'GET /api/user/logout': anything,
  'POST /api/oauth/:provider/start': { input: () => ({ provider: 'github' }) },
  'GET /api/oauth/state': anything,
  'GET /api/oauth/:provider': { input: () => ({ provider: 'github' }) },
  'GET /api/oauth/wechat': { input: () => ({ code: '1' }) },
  'GET /api/oauth/wechat/bind': { input: () => ({ code: '1' }) },
  'GET /api/oauth/telegram/login': { input: () => ({ id: 1, auth_date: 1, hash: 'x' }) },
  'GET /api/oauth/telegram/bind': { input: () => ({ id: 1, auth_date: 1, hash: 'x' }) },
  'POST /api/oauth/oidc/discovery': { input: () => ({ well_known: 'none' }) },
  'DELETE /api/oauth/:provider/bind': { input: () => ({ provider: 'github' }) },
  'POST /api/user/register': anything,
  'GET /api/verification': anything,
  'GET /api/reset_password': anything,
  'POST /api/user/reset': anything,
  'GET /api/oauth/email/bind': anything,
  'POST /api/option/test_mail': anything,
  'PUT /api/user/self': anything,
  'DELETE /api/user/self': { input: () => ({}), fresh: true },
  'GET /api/user/aff': anything,
  'POST /api/user/aff_transfer': { input: () => ({ quota: 1 }) },
  'PUT /api/user/setting': anything,
  'POST /api/user/setting/test': anything,
  'GET /api/user/self/sessions': anything,
  'DELETE /api/user/self/sessions/:id': { input: () => ({ id: '0123456789abcdef' }) },
  'DELETE /api/user/self/sessions': anything,
  'GET /api/user/groups': anything,
  'GET /api/user/': anything,
  'GET /api/user/search': anything,
  'GET /api/user/:id': { input: () => ({ id: 3 }) },
  'POST /api/user/': anything,
  'PUT /api/user/': { input: () => ({ id: 3, display_name: 'renamed' }) },
  'POST /api/user/manage': { input: () => ({ id: 999, action: 'disable' }) },
  'DELETE /api/user/:id': { input: () => ({ id: 999 }) },
  'GET /api/user/self': anything,
  'GET /api/user/first-steps': anything,
  'GET /api/user/self/groups': anything,
  'GET /api/user/models': anything,
  'GET /api/user/token': anything,
  'GET /api/user/self/token': anything,
  'DELETE /api/user/self/token': anything,
  'GET /api/group/': anything,
  'GET /api/option/': anything,
  'PUT /api/option/': { input: () => ({ key: 'Notice', value: 'hello' }) },
  'PUT /api/option/batch': { input: () => ({ options: [{ key: 'Notice', value: 'hello' }] }) },
  'POST /api/option/rest_model_ratio': anything,
  'GET /api/channel/': anything,
  'GET /api/channel/page': anything,
  'GET /api/channel/search': anything,
  'GET /api/channel/:id': channel,
  'POST /api/channel/': { input: () => ({ type: 1, name: 'n', key: 'sk-abcdefgh', models: 'm' }) },
  'PUT /api/channel/': { input: (ids) => ({ id: ids.channel, name: 'renamed' }) },
  'GET /api/channel/keys/:id': channel,
  'POST /api/channel/keys': { input: (ids) => ({ id: ids.channel, key: 'sk-another-0001' }) },
  'POST /api/channel/keys/remove': { input: (ids) => ({ id: ids.channel, keys: ['none'] }) },
  'PUT /api/channel/keys': { input: (ids) => ({ id: ids.channel, keys: ['none'], status: 1 }) },
  'GET /api/data/margin': anything,
  ...priceRows,
  'GET /api/channel/cost/:id': channel,
  'PUT /api/channel/cost': { input: (ids) => ({ id: ids.channel, costs: [] }) },
  'DELETE /api/channel/:id': channel,
  'GET /api/channel/models': anything,
  'GET /api/channel/models_enabled': anything,
  'GET /api/channel/types': anything,
  'GET /api/channel/tags': anything,
  'PUT /api/channel/tag': { input: () => ({ tag: 'none', priority: 1 }) },
  'POST /api/channel/tag/enabled': { input: () => ({ tag: 'none' }) },
  'POST /api/channel/tag/disabled': { input: () => ({ tag: 'none' }) },
  'POST /api/channel/batch/tag': { input: (ids) => ({ ids: [ids.channel], tag: 't' }) },
  'POST /api/channel/copy/:id': channel,
  'POST /api/channel/batch': { input: (ids) => ({ ids: [ids.channel] }) },
  'DELETE /api/channel/disabled': anything,
  'POST /api/channel/fix': anything,
  'GET /api/channel/fetch_models/:id': noChannel,
  'POST /api/channel/fetch_models': { input: () => ({ type: 36, key: 'sk-abcdefgh' }) },
  'GET /api/channel/test': anything,
  'DELETE /api/channel/test': anything,
  'GET /api/channel/test_progress': anything,
  'GET /api/channel/counts': anything,
  'GET /api/channel/health': anything,
  'GET /api/channel/test/:id': noChannel,
  'GET /api/channel/update_balance': anything,
  'GET /api/channel/update_balance/:id': noChannel,
  'GET /api/models': anything,
  'GET /api/token/': anything,
  'GET /api/token/page': anything,
  'GET /api/token/search': anything,
  'GET /api/token/:id': ownToken,
  'POST /api/token/': { input: () => ({ name: 'mine' }) },
  'PUT /api/token/': { input: ({ token }) => ({ id: token, name: 'renamed' }), owners: ['user'] },
  'DELETE /api/token/:id': ownToken,
  'GET /api/log/': anything,
  'GET /api/log/self': anything,
  'GET /api/log/stat': anything,
  'GET /api/log/self/stat': anything,
  'GET /api/log/bars': anything,
  'GET /api/log/self/bars': anything,
  'GET /api/log/groups': anything,
  'GET /api/log/self/groups': anything,
  'GET /api/data/service': anything,
  'GET /api/data/self/service': anything,
  'GET /api/data/spend': anything,
  'GET /api/data/self/spend': anything,
  'GET /api/log/search': anything,
  'GET /api/log/self/search': anything,
  'GET /api/log/token': { input: () => ({ key: 'unknown' }) },
  'GET /api/log/cleaning': anything,
  'DELETE /api/log/': { input: () => ({ target_timestamp: 1 }) },
  'GET /api/log/export': anything,
  'GET /api/log/self/export': anything,
  'GET /api/data/': anything,
  'GET /api/data/self': anything,
  'GET /api/data/users': anything,
  'GET /api/data/export': anything,
  'GET /api/data/self/export': anything,
  ...workRows,
  'GET /api/token/export': anything,
  'GET /api/channel/export': anything,
  'GET /api/user/export': anything,
  'GET /api/redemption/export': anything,
  'GET /api/user/topup/self/export': anything,
  'GET /api/user/ledger/export': anything,
  'GET /api/user/:id/ledger/export': { input: () => ({ id: 999_999 }) },
  'GET /api/audit/export': anything,
  'GET /api/token/usage': { input: ({ token }) => ({ ids: String(token) }) },
  'POST /api/token/batch': { input: ({ token }) => ({ ids: [token] }) },
  'GET /api/usage/token': { input: () => ({ key: 'unknown' }) },
  'GET /api/limit/': anything,
  'GET /api/limit/usage': { input: () => ({ id: 999 }) },
  'GET /api/limit/self': anything,
  'GET /api/limit/history': { input: () => ({ id: 999 }) },
  'GET /api/limit/close': { input: () => ({ percent: 80 }) },
  'GET /api/limit/of': { input: () => ({ scope: 'user', scope_id: '1' }) },
  'GET /api/limit/simulate': {
    input: () => ({ scope: 'everybody', resource: 'quota', amount: 1, window: 'day' }),
  },
  'GET /api/limit/site': anything,
  'POST /api/limit/': { input: () => ({ scope: 'everybody', resource: 'quota', amount: 1 }) },
  'PUT /api/limit/': { input: () => ({ id: 999, amount: 1 }) },
  'DELETE /api/limit/:id': { input: () => ({ id: 999 }) },
  'GET /api/redemption/': anything,
  'GET /api/redemption/search': anything,
  'GET /api/redemption/page': anything,
  'GET /api/redemption/:id': { input: () => ({ id: 999 }) },
  'POST /api/redemption/': { input: () => ({ name: 'n', quota: 1 }) },
  'PUT /api/redemption/': { input: () => ({ id: 999, name: 'n' }) },
  'DELETE /api/redemption/:id': { input: () => ({ id: 999 }) },
  'POST /api/user/topup': { input: () => ({ key: 'nothing' }) },
  'POST /api/user/amount': { input: () => ({ amount: 1 }) },
  'POST /api/user/pay': { input: () => ({ amount: 1, payment_method: 'wx' }) },
  'GET /api/user/epay/notify': anything,
  'GET /api/user/topup/self': anything,
  'GET /api/user/ledger': anything,
  'GET /api/user/:id/ledger': { input: () => ({ id: 3 }) },
  'GET /api/pricing': anything,
  'GET /api/pricing/excerpt': anything,
  'GET /api/pricing/service': { input: () => ({ model: 'gpt-4o' }) },
  'GET /api/audit': anything,
  'GET /api/notification/': anything,
  'GET /api/notification/unread': anything,
  'POST /api/notification/read': anything,
  ...areaRows,
};

function noRow(address: string): string {
  return `${address} has no row in access.test.ts: add the input of an allowed call, such as \`anything\` or \`ownToken\`; endpoints about areas have theirs in testing/area-access-rows.ts`;
}

const levels: Record<Endpoint['access'], readonly Actor[]> = {
  public: actors,
  'maybe-user': actors,
  user: ['user', 'other', 'admin', 'root'],
  admin: ['admin', 'root'],
  root: ['root'],
};

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  refuseOutboundCalls(app.ctx);
});
afterAll(() => app.close());

test('every endpoint of the contract has a row in the access table', () => {
  const addresses = new Set<string>(endpoints.map(({ address }) => address));
  expect([
    ...[...addresses].filter((address) => !rows[address]).map(noRow),
    ...Object.keys(rows)
      .filter((address) => !addresses.has(address))
      .map(
        (address) => `${address} has a row in access.test.ts, but is no endpoint of the contract: remove it`,
      ),
  ]).toEqual([]);
});

describe.each(endpoints.map((endpoint) => [endpoint.address, endpoint] as const))(
  '%s',
  (address, endpoint) => {
    // @spec G003 G004 G006 G007 G008 G010 G043 G048
    test.each(actors)('%s is admitted or refused by the access level', async (actor) => {
      const row = rows[address];
      if (!row) throw new Error(noRow(address));
      const { input, owners, fresh } = row;
      const ids = input.length > 0 ? await makeIds() : { token: 0, channel: 0 };
      const client = fresh && actor !== 'visitor' ? await somebodyLike(actor) : app.as(actor);
      const answer = await client.callLoosely(endpoint, input(ids));

      if (!levels[endpoint.access].includes(actor)) {
        expect(answer.body.success).toBe(false);
        expect([answer.status, answer.body.code]).toEqual(
          actor === 'visitor' ? [401, 'not_signed_in'] : [200, 'not_allowed'],
        );
      } else if (owners && !owners.includes(actor)) {
        expect(answer.body).toMatchObject({ success: false, code: 'token_not_found' });
      } else {
        expect(['not_signed_in', 'not_allowed', 'token_not_found']).not.toContain(answer.body?.code);
        expect(answer.status).toBe(200);
      }
    });
  },
);

/** Used only by the rows that name these ids. */
async function makeIds() {
  const token = await makeToken(app.ctx, app.people.user);
  return { token: token.id, channel: await makeChannel(app.ctx, { type: 14 }) };
}

async function somebodyLike(actor: Exclude<Actor, 'visitor'>) {
  const role = { user: 1, other: 1, admin: 10, root: 100 }[actor];
  return createClient(app.app, app.ctx, await makeUser(app.ctx, { role }));
}

// @spec G002
test('a request without a session, with an ended one or with a forged one is a visitor', async () => {
  const ended = await makeUser(app.ctx, { username: 'left-again' });
  const client = createClient(app.app, app.ctx, ended);
  const cookie = `sid=${await client.cookie()}`;
  expect((await client.get(getSelf, {})).id).toBe(ended.id);
  await client.get(logout, {});
  for (const sessionCookie of [undefined, cookie, 'sid=made-up']) {
    const headers = { cookie: sessionCookie, 'new-api-user': String(ended.id) };
    const open = await app.as('visitor').send('GET', '/api/pricing', { headers });
    const closed = await app.as('visitor').send('GET', '/api/user/self', { headers });
    expect(open.body.success, open.text).toBe(true);
    expect([closed.status, closed.body.code]).toEqual([401, 'not_signed_in']);
  }
});
