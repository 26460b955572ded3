import { TokenStatus } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeRealtime, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { openRealtimeSession, patient } from '../../testing/realtime-caller.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const KEY = 'sk-upstream-realtime-0123456789';
const usage = { input_tokens: 100, output_tokens: 10 };

let lab: RelayLab;
let provider: FakeRealtime;
beforeAll(async () => {
  provider = await startRealtime();
  lab = await startRelayLab({ channel: false });
  await lab.channel({ base_url: provider.url, models: MODEL, key: KEY });
});
afterAll(async () => {
  await lab.close();
  await provider.close();
});
beforeEach(() => {
  provider.script = respondWithAudio();
});

/** Requests a response that ends with these fields, and returns its row. */
async function rowOf(end: object) {
  provider.script = ({ type }, socket) => {
    if (type !== 'response.create') return;
    const send = (event: object) => socket.send(JSON.stringify(event));
    send({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } });
    send({ type: 'response.done', response: { id: 'resp_1', usage, ...end } });
  };
  const session = await openRealtimeSession(lab, MODEL, 100_000_000);
  session.send({ type: 'response.create' });
  await session.seen('response.done');
  await expect.poll(async () => (await session.charges()).length, patient).toBe(1);
  const [row] = await session.charges();
  session.socket.close();
  return { status: row?.status, quota: Number(row?.quota), other: JSON.parse(row?.other ?? '{}') };
}

test('a failed response is charged by its report and counts as failed, with the words of the provider', async () => {
  const error = { type: 'server_error', code: 'rate_limit_exceeded', message: `Limit of ${KEY} reached` };
  const row = await rowOf({ status: 'failed', status_details: { type: 'failed', error } });
  expect(row.quota).toBeGreaterThan(0);
  expect(row.status).toBe(429);
  expect(row.other).toMatchObject({ status_code: 429, error_code: 'rate_limit_exceeded' });
  expect(Object.keys(row.other.messages).sort()).toEqual(['en', 'zh']);
  expect(JSON.stringify(row.other)).not.toContain(KEY);
});

test('a failed response counts as failed when the provider names no reason', async () => {
  const row = await rowOf({ status: 'failed' });
  expect(row.status).toBe(502);
  expect(row.other).toMatchObject({ error_code: 'upstream_cut' });
});

test.each([
  ['cancelled', 'turn_detected'],
  ['incomplete', 'max_output_tokens'],
])('a response that ends as %s is no failure', async (status, reason) => {
  const row = await rowOf({ status, status_details: { type: status, reason } });
  expect(row.status).toBe(200);
  expect(row.other).not.toHaveProperty('error_code');
});

test('a response is no failure when its caller leaves, and one when its key is withdrawn', async () => {
  provider.script = ({ type }, socket) => {
    const send = (event: object) => socket.send(JSON.stringify(event));
    if (type === 'response.create') send({ type: 'response.created', response: { id: 'resp_2' } });
    if (type !== 'response.cancel') return;
    send({ type: 'response.done', response: { id: 'resp_2', status: 'cancelled', usage } });
  };
  const rowWhen = async (end: (socket: { close(): void }) => unknown) => {
    const session = await openRealtimeSession(lab, MODEL, 100_000_000);
    session.send({ type: 'response.create' });
    await session.seen('response.created');
    await end(session.socket);
    await expect.poll(async () => (await session.charges()).length, patient).toBe(1);
    const [row] = await session.charges();
    return [row?.status, JSON.parse(row?.other ?? '{}').error_code];
  };
  expect(await rowWhen((socket) => socket.close())).toEqual([200, undefined]);
  const withdraw = async () => {
    const { db, revisions } = lab.ctx;
    await db.updateTable('tokens').set({ status: TokenStatus.disabled }).execute();
    revisions.announce('tokens');
  };
  expect(await rowWhen(withdraw)).toEqual([403, 'key_withdrawn']);
});
