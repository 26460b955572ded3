import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type FakeRealtime, startRealtime } from '../../testing/realtime.ts';
import { openRealtimeSession, patient } from '../../testing/realtime-caller.ts';
import { holdResponses } from '../../testing/realtime-responses.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const usage = {
  input_tokens: 100,
  output_tokens: 10,
  input_token_details: { text_tokens: 100 },
  output_token_details: { text_tokens: 10 },
};
/** (100 + 10 x 4) x 2.5 */
const COST = 350;
const RICH = 100_000_000;
const outOfBand = { type: 'response.create', response: { conversation: 'none' } };

let lab: RelayLab;
let provider: FakeRealtime;
beforeAll(async () => {
  provider = await startRealtime();
  lab = await startRelayLab({ channel: false, moneyWaitMs: 200 });
  await lab.channel({ base_url: provider.url, models: MODEL });
});
afterAll(async () => {
  await lab.close();
  await provider.close();
});
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
  provider.events.length = 0;
});

async function openSession(quota: number) {
  const session = await openRealtimeSession(lab, MODEL, quota);
  sockets.push(session.socket);
  return session;
}

function ended(): Promise<void> {
  return expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
}

test('every parallel response is charged when the caller leaves before the first report', async () => {
  provider.script = holdResponses({ usage }).script;
  const session = await openSession(RICH);
  for (let n = 0; n < 12; n += 1) session.send(outOfBand);
  await session.seen('response.output_text.delta', 12);
  session.socket.terminate();
  await ended();
  expect((await session.charges()).map(({ quota }) => quota)).toEqual(Array(12).fill(COST));
  expect(await session.balance()).toBe(RICH - 12 * COST);
});

test('every parallel response is charged when the caller leaves at the last report', async () => {
  const responses = holdResponses({ usage });
  provider.script = responses.script;
  const session = await openSession(RICH);
  for (let n = 0; n < 30; n += 1) session.send(outOfBand);
  await session.seen('response.output_text.delta', 30);
  for (let n = 0; n < 30; n += 1) responses.finish();
  await session.seen('response.done', 30);
  session.socket.terminate();
  await ended();
  expect((await session.charges()).map(({ quota }) => quota)).toEqual(Array(30).fill(COST));
});

test('no money stays held when the caller leaves right after asking for a response', async () => {
  provider.script = holdResponses({ usage }).script;
  const session = await openSession(RICH);
  session.send(outOfBand);
  session.socket.close();
  await ended();
  const charged = (await session.charges()).reduce((sum, { quota }) => sum + quota, 0);
  expect(await session.balance()).toBe(RICH - charged);
  const holds = await lab.ctx.db.selectFrom('hold').selectAll().execute();
  expect(holds).toEqual([]);
});

test('a forwarded response costs its prompt when the caller leaves and the provider never begins it', async () => {
  provider.script = holdResponses({ usage, begins: false }).script;
  const session = await openSession(RICH);
  session.send(outOfBand);
  await expect.poll(() => provider.events.length, patient).toBe(1);
  session.socket.terminate();
  await ended();
  const [row, ...others] = await session.charges();
  expect(others).toEqual([]);
  expect(row?.quota).toBeGreaterThan(0);
  expect(row).toMatchObject({ billing_basis: 'estimated', completion_tokens: 0 });
});

test('every parallel response is estimated when the caller leaves and the provider reports none', async () => {
  provider.script = holdResponses({ usage, reportsCancelled: false }).script;
  const session = await openSession(RICH);
  for (let n = 0; n < 3; n += 1) session.send(outOfBand);
  await session.seen('response.output_text.delta', 3);
  session.socket.terminate();
  await ended();
  const rows = await session.charges();
  expect(rows.map(({ billing_basis }) => billing_basis)).toEqual(Array(3).fill('estimated'));
  for (const { prompt_tokens, completion_tokens } of rows) {
    expect(prompt_tokens).toBeGreaterThan(0);
    expect(completion_tokens).toBeGreaterThan(0);
  }
});

test('every parallel response is estimated when the provider disconnects', async () => {
  provider.script = holdResponses({ usage }).script;
  const session = await openSession(RICH);
  for (let n = 0; n < 3; n += 1) session.send(outOfBand);
  await session.seen('response.output_text.delta', 3);
  for (const socket of provider.sockets) socket.terminate();
  await ended();
  expect((await session.charges()).map(({ billing_basis }) => billing_basis)).toEqual(
    Array(3).fill('estimated'),
  );
});

test('a response is charged once when the provider reports it twice', async () => {
  const responses = holdResponses({ usage });
  provider.script = responses.script;
  const session = await openSession(RICH);
  session.send(outOfBand);
  await session.seen('response.output_text.delta');
  const [first] = responses.open;
  responses.finish();
  if (first) responses.open.push(first);
  responses.finish();
  await session.seen('response.done', 2);
  session.socket.close();
  await ended();
  expect((await session.charges()).length).toBe(1);
});

test('a response is charged when its metadata names events of the protocol', async () => {
  const responses = holdResponses({ usage });
  provider.script = responses.script;
  const session = await openSession(RICH);
  session.send(outOfBand);
  await session.seen('response.output_text.delta');
  const [first] = responses.open;
  const metadata = { one: 'response.created', two: 'x.delta' };
  const done = { type: 'response.done', response: { id: first?.id, status: 'completed', metadata, usage } };
  first?.socket.send(JSON.stringify(done));
  await session.seen('response.done');
  await expect.poll(async () => (await session.charges()).map(({ quota }) => quota), patient).toEqual([COST]);
});
