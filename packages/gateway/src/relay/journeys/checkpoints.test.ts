import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connect } from '../../db/connect.ts';
import { openLedger } from '../../ledger/index.ts';
import { describeServers } from '../../testing/databases.ts';
import { startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { plainOf } from '../../testing/upstream.ts';

const REALTIME = 'gpt-4o-realtime-preview';
const RESPONSES = 3;

describeServers('a stream whose gateway is lost with its disk', (database) => {
  let lab: RelayLab;
  beforeEach(async () => {
    lab = await startRelayLab({ database: await database.create(), channel: false });
  });
  afterEach(() => lab.close());

  /** Ends the calls of the lab like another gateway that finds it silent. */
  const adoptCalls = async () => {
    const dataDir = mkdtempSync(join(lab.dataDir, 'other-'));
    const connection = await connect({ ...lab.ctx.config, dataDir });
    const { ledger } = await openLedger({ connection, dataDir, onError: () => {} });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await ledger.adopt(0);
    await ledger.close();
    await connection.close();
  };

  test('costs its prompt and the length of what was written up to the checkpoint', async () => {
    await lab.channel();
    const written = 'x'.repeat(4000);
    const { promise: finish, resolve: end } = Promise.withResolvers<void>();
    lab.upstream.script = async (call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: { content: written } }];
      response.write(`data: ${JSON.stringify({ ...(plainOf(call) as object), choices })}\n\n`);
      await finish;
      response.end('data: [DONE]\n\n');
    };
    const answer = await lab.chat({ stream: true, max_tokens: 2000 });
    const reader = answer.body?.getReader();
    await reader?.read();

    await lab.ctx.ledger.saveCheckpoints();
    await adoptCalls();
    end();
    for (let part = await reader?.read(); part && !part.done; ) part = await reader?.read();

    const { rows } = await lab.booked();
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row).toMatchObject({ billing_basis: 'estimated' });
    // 4,000 bytes are 1,000 tokens, at 4 x 1.25; the prompt is below 200 tokens, at 1.25.
    expect(row?.quota).toBeGreaterThanOrEqual(5000);
    expect(row?.quota).toBeLessThan(5250);
  });

  test('costs the audio of each realtime response up to the checkpoint', async () => {
    const vendor = await startRealtime();
    await lab.channel({ base_url: vendor.url, models: REALTIME });
    let begun = 0;
    vendor.script = ({ type }, socket) => {
      if (type !== 'response.create') return;
      begun += 1;
      const id = `response-${begun}`;
      socket.send(JSON.stringify({ type: 'response.created', response: { id } }));
      const delta = Buffer.alloc(240_000).toString('base64');
      socket.send(JSON.stringify({ type: 'response.output_audio.delta', response_id: id, delta }));
    };
    const socket = new WebSocket(`${lab.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME}`, {
      headers: { authorization: `Bearer ${lab.key}` },
    });
    socket.on('error', () => {});
    const create = JSON.stringify({ type: 'response.create', response: { conversation: 'none' } });
    await new Promise<void>((resolve) => {
      let deltas = 0;
      socket.on('message', (data) => {
        const { type } = JSON.parse(String(data)) as { type: string };
        if (type === 'session.created') for (let n = 0; n < RESPONSES; n += 1) socket.send(create);
        if (type === 'response.output_audio.delta') deltas += 1;
        if (deltas === RESPONSES) resolve();
      });
    });

    await lab.ctx.ledger.saveCheckpoints();
    await adoptCalls();
    socket.terminate();
    await vendor.close();

    await expect.poll(async () => (await lab.booked()).rows.length).toBe(RESPONSES);
    for (const { quota, billing_basis } of (await lab.booked()).rows) {
      // Five seconds of audio are 100 tokens, at 20 x 2 x 2.5.
      expect(quota).toBeGreaterThanOrEqual(10_000);
      expect(billing_basis).toBe('estimated');
    }
  });
});
