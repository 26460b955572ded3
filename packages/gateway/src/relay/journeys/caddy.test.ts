import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { caddyProgram, startCaddy } from '../../testing/caddy.ts';
import { type FakeRealtime, respondWithAudio, startRealtime } from '../../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const REALTIME = 'gpt-4o-realtime-preview';
const PAUSE_MS = 1500;

describe.skipIf(!caddyProgram)('the Caddy of the deployment guide, in front of two gateways', () => {
  let labs: RelayLab[];
  let vendor: FakeRealtime;
  let proxy: Awaited<ReturnType<typeof startCaddy>>;
  beforeAll(async () => {
    vendor = await startRealtime();
    const environment = { TRUSTED_PROXIES: '127.0.0.1' };
    labs = [await startRelayLab({ environment }), await startRelayLab({ environment })];
    for (const lab of labs)
      await lab.channel({
        base_url: vendor.url,
        models: REALTIME,
        model_mapping: `{"${REALTIME}":"gpt-realtime"}`,
      });
    proxy = await startCaddy(labs.map(({ url }) => url));
  });
  afterAll(async () => {
    await proxy.stop();
    for (const lab of labs) await lab.close().catch(() => {}); // One is closed by a test.
    await vendor.close();
  });

  /** A request reaches either gateway: both are tried with the key of each. */
  const keys = () => labs.map(({ key }) => key);
  async function stream(key: string): Promise<Response> {
    const body = { model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'Say hello' }] };
    return fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  }

  test('an event of a stream arrives before the next one is sent', async () => {
    for (const lab of labs)
      lab.upstream.script = async (_, response) => {
        const event = (content: string) =>
          `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}],"model":"gpt-4o"}\n\n`;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event('one'));
        setTimeout(() => response.end(`${event('two')}data: [DONE]\n\n`), PAUSE_MS);
      };
    let answer = await stream(keys()[0] ?? '');
    for (let tries = 0; answer.status !== 200 && tries < 30; tries += 1)
      answer = await stream(keys()[0] ?? '');
    const from = performance.now();
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.includes('one')) break;
    }
    expect(text).not.toContain('two');
    expect(performance.now() - from).toBeLessThan(PAUSE_MS);
  });

  test('a realtime session passes', async () => {
    vendor.script = respondWithAudio();
    const address = `${proxy.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME}`;
    for (let tries = 0; ; tries += 1) {
      const socket = new WebSocket(address, { headers: { authorization: `Bearer ${keys()[0]}` } });
      const opened = await Promise.race([once(socket, 'open'), once(socket, 'error')]).catch(() => [
        new Error(),
      ]);
      if (opened[0] instanceof Error && tries < 30) continue;
      socket.send(JSON.stringify({ type: 'response.create' }));
      const types: string[] = [];
      socket.on('message', (data) => types.push((JSON.parse(String(data)) as { type: string }).type));
      await expect.poll(() => types, { timeout: 10_000 }).toContain('response.done');
      socket.close();
      return;
    }
  });

  test('a gateway sees the address of the caller, and not one that the caller claims', async () => {
    for (const lab of labs) {
      lab.upstream.script = completion();
      const key = await lab.token({ allow_ips: '127.0.0.2' });
      const statusesFrom = (localAddress: string) =>
        Promise.all(Array.from({ length: 8 }, () => statusOf(key, localAddress)));
      expect(await statusesFrom('127.0.0.2')).toContain(200);
      expect(await statusesFrom('127.0.0.3')).not.toContain(200);
    }
  });

  function statusOf(key: string, localAddress: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request(`${proxy.url}/v1/chat/completions`, {
        ...{ method: 'POST', localAddress, agent: false },
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'x-forwarded-for': '127.0.0.2',
        },
      });
      call.on('error', reject);
      call.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.end(JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Say hello' }] }));
    });
  }

  test('metrics and the state of gateways stay inside, and a body that is too large is refused with 413', async () => {
    for (const path of ['/metrics', '/readyz']) expect((await fetch(proxy.url + path)).status).toBe(404);
    const statuses: number[] = [];
    while (!statuses.includes(413) && statuses.length < 30) statuses.push(await sendTooMuch());
    expect(statuses.filter((status) => status !== 401)).toEqual([413]); // 401: the other gateway
  });

  async function sendTooMuch(): Promise<number> {
    const call = request(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-length': 41 * 1024 * 1024, authorization: `Bearer ${keys()[0]}` },
    });
    call.on('error', () => {});
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const send = () => {
      while (call.writable && call.write(chunk));
      call.once('drain', send);
    };
    send();
    const [response] = await once(call, 'response');
    call.destroy();
    return response.statusCode;
  }

  test('a gateway that is not there is passed over', async () => {
    await labs[1]?.close();
    await expect
      .poll(
        async () =>
          await Promise.all(
            Array.from({ length: 10 }, async () => (await fetch(`${proxy.url}/livez`)).status),
          ),
        { timeout: 10_000 },
      )
      .toEqual(Array.from({ length: 10 }, () => 200));
  });
});
