import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { describeDatabases } from '../../testing/databases.ts';
import { type FakeRealtime, startRealtime } from '../../testing/realtime.ts';
import { holdResponses } from '../../testing/realtime-responses.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

const MODEL = 'gpt-4o-realtime-preview';
const SESSIONS = 8;
const BALANCE = 500_000;
/** The longest answer in speech: a token costs 100 units. */
const usage = (limit: number) => ({
  input_tokens: 300,
  output_tokens: limit,
  input_token_details: { text_tokens: 100, audio_tokens: 200 },
  output_token_details: { text_tokens: 0, audio_tokens: limit },
});

describeDatabases('realtime sessions of one user', (database) => {
  let lab: RelayLab;
  let provider: FakeRealtime;
  beforeAll(async () => {
    provider = await startRealtime();
    provider.script = holdResponses({ usage, finishesAtOnce: true }).script;
    const fresh = await database.create();
    lab = await startRelayLab({ database: fresh, channel: false, quota: BALANCE, moneyWaitMs: 200 });
    await lab.channel({ base_url: provider.url, models: MODEL });
  });
  afterAll(async () => {
    await lab.close();
    await provider.close();
  });

  test('never spend more than the balance when each requests responses until it is refused', async () => {
    const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`;
    const sockets = Array.from({ length: SESSIONS }, () => {
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
      socket.on('error', () => {});
      socket.on('message', (data) => {
        const { type } = JSON.parse(String(data)) as { type: string };
        if (type === 'session.created' || type === 'response.done')
          for (let n = 0; n < 3; n += 1) socket.send('{"type":"response.create"}');
      });
      return socket;
    });
    const closed = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)));
    await Promise.all(closed);
    await expect.poll(() => lab.relay.usage().calls, { timeout: 10_000 }).toBe(0);
    const { balance, rows } = await lab.booked();
    expect(rows.length).toBeGreaterThan(0);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance).toBe(BALANCE - rows.reduce((sum, { quota }) => sum + quota, 0));
  }, 60_000);
});
