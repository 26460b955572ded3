import { createLimit, getLimitUsage } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type FakeRealtime, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const patient = { timeout: 20_000 };
let lab: RelayLab;
let vendor: FakeRealtime;
beforeAll(async () => {
  vendor = await startRealtime();
  vendor.script = respondWithAudio();
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.channel({ base_url: vendor.url, models: MODEL });
});
afterAll(async () => {
  await lab.close();
  await vendor.close();
});

interface Event {
  readonly type: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Opens a session and collects its events. */
async function open() {
  const socket = new WebSocket(`${lab.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`, {
    headers: { authorization: `Bearer ${lab.key}` },
  });
  const events: Event[] = [];
  socket.on('message', (data) => events.push(JSON.parse(String(data)) as Event));
  socket.on('error', () => {});
  const answer = () =>
    socket.send(JSON.stringify({ type: 'response.create', response: { max_output_tokens: 500 } }));
  await expect.poll(() => events.length, patient).toBeGreaterThan(0);
  return { socket, events, answer };
}

test('a response that would pass a budget is refused by an event, and what came before is charged', async () => {
  const { id, amount } = await lab.as('admin').get(createLimit, {
    name: 'voice',
    scope: 'everybody',
    resource: 'tokens',
    amount: 1500,
    window: 'forever',
  });
  const session = await open();
  const count = (type: string) => session.events.filter((event) => event.type === type).length;
  for (let response = 1; count('error') === 0; response += 1) {
    session.answer();
    await expect
      .poll(() => count('response.done') + count('error'), patient)
      .toBeGreaterThanOrEqual(response);
  }

  const refused = session.events.find(({ type }) => type === 'error');
  expect(refused?.error).toMatchObject({
    code: 'budget_exceeded',
    message: expect.stringContaining('voice'),
  });
  const answered = count('response.done');
  expect(answered).toBeGreaterThan(0);
  session.socket.close();
  await expect.poll(async () => (await lab.booked()).rows.length, patient).toBe(answered);
  const [window] = await lab.as('admin').get(getLimitUsage, { id });
  // The vendor reports 170 tokens of each response.
  expect(window).toMatchObject({ spent: answered * 170, held: 0, calls: answered });
  expect(window?.spent).toBeLessThanOrEqual(amount);
});
