import {
  createLimit,
  deleteLimit,
  getLimitUsage,
  listAudit,
  listLimits,
  listOwnLimits,
  updateLimit,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel } from '../../testing/factories.ts';

let app: TestApp;
const now = Date.parse('2026-11-25T10:00:00Z');
beforeEach(async () => {
  app = await buildTestApp({ now: () => now });
});
afterEach(() => app.close());

const admin = () => app.as('admin');
const daily = { scope: 'everybody', resource: 'quota', amount: 500_000, window: 'day' } as const;

test('an admin creates a rule with what it leaves out filled in', async () => {
  const created = await admin().get(createLimit, { ...daily, warn_at: [90, 50, 90] });

  expect(created).toEqual({
    id: created.id,
    name: '',
    scope: 'everybody',
    scope_id: '',
    models: '',
    resource: 'quota',
    amount: 500_000,
    window: 'day',
    time_zone: 'UTC',
    when_full: 'refuse',
    wait_seconds: 0,
    warn_at: [50, 90],
    from: 0,
    enabled: true,
    target_name: '',
    created_time: now / 1000,
  });
  expect(await admin().get(listLimits, {})).toEqual({ items: [created], total: 1, page: 1, page_size: 10 });
});

test('rules are listed by scope and by whom they limit, newest first', async () => {
  const { id: userId } = app.people.user;
  await admin().get(createLimit, daily);
  await admin().get(createLimit, { ...daily, scope: 'user', scope_id: userId });
  await admin().get(createLimit, { ...daily, scope: 'user', scope_id: 'each' });

  const ofUsers = await admin().get(listLimits, { scope: 'user' });
  expect(ofUsers.items.map(({ scope_id }) => scope_id)).toEqual(['each', userId]);
  expect((await admin().get(listLimits, { scope: 'user', scope_id: String(userId) })).total).toBe(1);
  expect((await admin().get(listLimits, {})).total).toBe(3);
});

test('a change keeps the fields that it leaves out', async () => {
  const created = await admin().get(createLimit, {
    ...{ ...daily, name: 'pocket money', models: ' gpt-4o , claude-* ', time_zone: 'Asia/Shanghai' },
    ...{ when_full: 'wait', wait_seconds: 5, warn_at: [80], from: 1000 },
  });
  const changed = await admin().get(updateLimit, { id: created.id, amount: 7, enabled: false });

  expect(changed).toEqual({ ...created, amount: 7, enabled: false });
  expect(created).toMatchObject({ name: 'pocket money', models: 'gpt-4o,claude-*', wait_seconds: 5 });
});

test('a full channel is always skipped, whatever the rule says', async () => {
  const channel = await makeChannel(app.ctx);
  const created = await admin().get(createLimit, {
    ...daily,
    ...{ scope: 'channel', scope_id: channel, resource: 'concurrent', when_full: 'refuse' },
  });
  expect(created).toMatchObject({ scope_id: channel, when_full: 'skip', window: 'forever' });
});

test.each([
  ['an unknown window', { window: 'year' }, { field: 'window', reason: 'limit_window' }],
  ['a rolling window without hours', { window: 'rolling:0' }, { field: 'window', reason: 'limit_window' }],
  ['an unknown time zone', { time_zone: 'Mars/Olympus' }, { field: 'time_zone', reason: 'time_zone' }],
  ['a negative amount', { amount: -1 }, { field: 'amount', reason: 'too_small' }],
  ['skipping without a channel', { when_full: 'skip' }, { field: 'when_full', reason: 'skip_needs_channel' }],
  ['waiting without a time', { when_full: 'wait' }, { field: 'wait_seconds', reason: 'required' }],
  ['a scope without an id', { scope: 'user' }, { field: 'scope_id', reason: 'required' }],
])('%s is refused by the name of the field', async (_, fields, details) => {
  const { body } = await admin().callLoosely(createLimit, { ...daily, ...fields });
  expect(body).toMatchObject({ success: false, code: 'invalid_input', details });
});

test.each([
  ['a user', { scope: 'user', scope_id: 4711 }],
  ['a token', { scope: 'token', scope_id: 'unknown' }],
  ['a group', { scope: 'group', scope_id: 'unknown' }],
  ['a channel', { scope: 'channel', scope_id: 4711 }],
])('a rule for %s that does not exist is refused', async (_, fields) => {
  const { body } = await admin().callLoosely(createLimit, { ...daily, ...fields });
  expect(body).toMatchObject({ success: false, code: 'limit_target_not_found' });
  expect(body.message).toContain(String(fields.scope_id));
});

test('a rule is gone after its deletion', async () => {
  const { id } = await admin().get(createLimit, daily);
  await admin().get(deleteLimit, { id });

  expect((await admin().get(listLimits, {})).items).toEqual([]);
  for (const endpoint of [updateLimit, deleteLimit, getLimitUsage])
    expect((await admin().callLoosely(endpoint, { id })).body.code).toBe('limit_not_found');
});

test('every change is in the audit log with what it changed', async () => {
  const { id } = await admin().get(createLimit, daily);
  await admin().get(updateLimit, { id, amount: 9 });
  await admin().get(deleteLimit, { id });

  const { items } = await app.as('root').get(listAudit, {});
  const changes = items.filter(({ target }) => target === `limit:${id}`);
  expect(changes.map(({ action }) => action)).toEqual(['limit.delete', 'limit.update', 'limit.create']);
  expect(JSON.parse(changes[1]?.after ?? '')).toEqual({ amount: 9 });
});

test('the current window of a rule is shown before the first call', async () => {
  const { id } = await admin().get(createLimit, { ...daily, time_zone: 'Asia/Shanghai' });
  expect(await admin().get(getLimitUsage, { id })).toEqual([
    {
      subject: '',
      subject_name: '',
      starts_at: Date.parse('2026-11-24T16:00:00Z') / 1000,
      resets_at: Date.parse('2026-11-25T16:00:00Z') / 1000,
      spent: 0,
      held: 0,
      calls: 0,
      is_current: true,
    },
  ]);
});

test('people see the limits of their own account, and none of others', async () => {
  const { user, admin: other } = app.people;
  await admin().get(createLimit, { ...daily, name: 'mine', scope: 'user', scope_id: user.id });
  await admin().get(createLimit, { ...daily, name: 'each', scope: 'user', scope_id: 'each' });
  await admin().get(createLimit, { ...daily, name: 'other', scope: 'user', scope_id: other.id });
  await admin().get(createLimit, { ...daily, name: 'off', scope: 'user', scope_id: user.id, enabled: false });
  await admin().get(createLimit, daily);

  const own = await app.as('user').get(listOwnLimits, {});
  expect(own.map(({ name }) => name)).toEqual(['mine', 'each']);
  expect(own[0]).toMatchObject({
    amount: 500_000,
    spent: 0,
    resets_at: Date.parse('2026-11-26T00:00:00Z') / 1000,
  });
});
