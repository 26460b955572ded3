import { TokenStatus, UserStatus } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeUser } from '../../testing/factories.ts';
import { type FakeRealtime, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const POLICY = 1008;
let lab: RelayLab;
let vendor: FakeRealtime;
beforeAll(async () => {
  vendor = await startRealtime();
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ base_url: vendor.url, models: MODEL });
});
afterAll(async () => {
  await lab.close();
  await vendor.close();
});
beforeEach(() => {
  vendor.events.length = 0;
  vendor.script = respondWithAudio();
});
let socket: WebSocket | undefined;
afterEach(() => socket?.close());

/** Writes the status of a row and announces the change, as the console does. */
async function disable(table: 'users' | 'tokens', column: 'id' | 'user_id', id: number) {
  const status = table === 'users' ? UserStatus.disabled : TokenStatus.disabled;
  await lab.ctx.db
    .updateTable(table)
    .set({ status })
    .where(column as 'id', '=', id)
    .execute();
  lab.ctx.revisions.announce(table);
}

async function openSession(name: string) {
  const user = await makeUser(lab.ctx, { username: name, quota: 100_000_000 });
  const key = await lab.token({}, user);
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`;
  const opened = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
  socket = opened;
  const events: { type: string; error?: { code: string } }[] = [];
  opened.on('message', (data) => events.push(JSON.parse(String(data))));
  opened.on('error', () => {});
  const closed = new Promise<number>((resolve) => opened.on('close', resolve));
  await expect.poll(() => events.map(({ type }) => type)).toContain('session.created');
  const send = (event: object) => opened.send(JSON.stringify(event));
  return { user, events, closed, send };
}

test.each([
  ['its user', 'users', 'id'],
  ['its token', 'tokens', 'user_id'],
] as const)('an idle session ends when %s is disabled', async (_, table, column) => {
  const { user, events, closed } = await openSession(`idle-${table}`);
  await disable(table, column, user.id);
  expect(await closed).toBe(POLICY);
  expect(events.at(-1)?.error?.code).toBe('key_withdrawn');
});

test('a provider gets no response request when the user was disabled before', async () => {
  const { user, closed, send } = await openSession('before');
  await disable('users', 'id', user.id);
  send({ type: 'response.create' });
  await closed;
  expect(vendor.events).toEqual([]);
});

test('a session continues when another user is disabled', async () => {
  const other = await makeUser(lab.ctx, { username: 'another' });
  const { events, send } = await openSession('goes-on');
  await disable('users', 'id', other.id);
  send({ type: 'response.create' });
  await expect.poll(() => events.map(({ type }) => type)).toContain('response.done');
});

test('a provider gets frames in their order when one of them waits for the key', async () => {
  const { send } = await openSession('order');
  lab.ctx.revisions.announce('users');
  const types = ['session.update', 'response.create', 'one', 'response.create', 'two', 'three'];
  for (const type of types) send({ type });
  await expect.poll(() => vendor.events.map(({ type }) => type)).toEqual(types);
});
