import {
  declinePromotion,
  listAreas,
  makePublishToken,
  promoteBuild,
  rollBackArea,
  setAreaApproval,
  setAreaMember,
  setCanary,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import type { Actor, TestApp } from '../../testing/app.ts';
import { ONE, openAreaConsole, TWO } from '../../testing/area-console.ts';
import { describeDatabases } from '../../testing/databases.ts';

/** A console whose area `logs` needs two people for a promotion: `user` and `other` may release. */
async function openWithRule(options: Parameters<typeof openAreaConsole>[0] = {}): Promise<TestApp> {
  const { app } = await openAreaConsole(options);
  for (const person of ['user', 'other'] as const)
    await app
      .as('root')
      .get(setAreaMember, { id: 'logs', user_id: app.people[person].id, rights: ['release', 'watch'] });
  await app.as('root').get(setAreaApproval, { id: 'logs', needed: true });
  return app;
}

async function promote(app: TestApp, by: Actor, build_id = ONE): Promise<string | undefined> {
  return (await app.as(by).get(promoteBuild, { id: 'logs', build_id })).state;
}

async function logs(app: TestApp) {
  const [area] = (await app.as('root').get(listAreas, {})).filter(({ id }) => id === 'logs');
  return { stable: area?.stable, ...area?.approval };
}

describeDatabases('promotions that need another person', (database) => {
  test('a promotion waits for another person, who promotes the same build', async () => {
    const app = await openWithRule({ database: await database.create() });
    expect(await promote(app, 'user')).toBe('waiting');
    expect(await promote(app, 'user')).toBe('waiting');
    const { id: user_id, username } = app.people.user;
    const request = { build_id: ONE, user_id, username, requested_at: expect.any(Number) };
    expect(await logs(app)).toEqual({ stable: '', needed: true, request });
    expect(await promote(app, 'other')).toBe('stable');
    expect(await logs(app)).toEqual({ stable: ONE, needed: true, request: null });
  });
});

test('another build is another request, which its own asker cannot approve', async () => {
  const app = await openWithRule();
  await promote(app, 'user', ONE);
  expect(await promote(app, 'other', TWO)).toBe('waiting');
  expect(await promote(app, 'other', TWO)).toBe('waiting');
  expect(await logs(app)).toMatchObject({ stable: '', request: { build_id: TWO } });
});

test('root needs another person too, and may take the rule back', async () => {
  const app = await openWithRule();
  expect(await promote(app, 'root')).toBe('waiting');
  await app.as('root').get(setAreaApproval, { id: 'logs', needed: false });
  expect(await logs(app)).toEqual({ stable: '', needed: false, request: null });
  expect(await promote(app, 'root')).toBe('stable');
});

test('a deploy token asks and never approves', async () => {
  const app = await openWithRule();
  const name = 'n'.repeat(64);
  const given = { id: 'logs', name, rights: ['release' as const] };
  const { token } = await app.as('root').get(makePublishToken, given);
  const byToken = async () => {
    const url = '/api/console/areas/logs/channels/stable';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.app.inject({ method: 'PUT', url, headers, payload: { build_id: ONE } });
    return answer.json<{ data: { state: string } }>().data.state;
  };
  await promote(app, 'user');
  expect(await byToken()).toBe('waiting');
  await app.as('user').get(declinePromotion, { id: 'logs' });
  expect(await byToken()).toBe('waiting');
  expect((await logs(app)).request).toMatchObject({
    username: expect.stringMatching(/^deploy token \d+ \(n+$/),
  });
  expect(await byToken()).toBe('waiting');
  expect(await promote(app, 'user')).toBe('stable');
});

test('a declined promotion has to be requested again', async () => {
  const app = await openWithRule();
  await promote(app, 'user');
  await app.as('other').get(declinePromotion, { id: 'logs' });
  const again = await app.as('other').call(declinePromotion, { id: 'logs' });
  expect(again.body.code).toBe('area_promotion_unknown');
  expect(await promote(app, 'other')).toBe('waiting');
});

test.each([
  ['a share', { percent: 51 }],
  ['the end of a plan', { plan: { steps: [1, 100], minutes: 10 } }],
  ['the role of ordinary users', { roles: [1] }],
])('a canary does not reach all users by %s', async (_, reach) => {
  const app = await openWithRule();
  const refused = await app.as('user').call(setCanary, { id: 'logs', build_id: ONE, ...reach });
  expect(['area_share_needs_approval', 'area_canary_unproven']).toContain(refused.body.code);
  expect(refused.body.success).toBe(false);
  const small = await app.as('user').call(setCanary, { id: 'logs', build_id: ONE, percent: 20, roles: [10] });
  expect(small.body.success).toBe(true);
});

test('a rollback needs one person', async () => {
  const app = await openWithRule();
  await promote(app, 'user', ONE);
  await promote(app, 'other', ONE);
  expect(await app.as('user').get(rollBackArea, { id: 'logs' })).toBe('');
});

test('members of the area cannot take the rule back', async () => {
  const app = await openWithRule();
  const { body } = await app.as('user').call(setAreaApproval, { id: 'logs', needed: false });
  expect(body.code).toBe('not_allowed');
});
