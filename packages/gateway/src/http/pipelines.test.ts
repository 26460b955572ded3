import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dial, serve, statuses } from '../testing/raw-http.ts';
import { hello, type RelayLab, startRelayLab } from '../testing/relay.ts';
import { sendEvents, streamOf } from '../testing/upstream.ts';

const patient = { timeout: 20_000, interval: 5 };
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
});
afterAll(() => lab.close());

test('pipelined streams are not sent to the provider when the client resets the connection during the first one', async () => {
  lab.upstream.script = sendEvents(
    streamOf({ json: { model: 'gpt-4o', stream_options: { include_usage: true } } } as never),
    { gapMs: 20 },
  );
  lab.upstream.calls.length = 0;
  const body = JSON.stringify({ ...hello, stream: true });
  const request = [
    'POST /v1/chat/completions HTTP/1.1',
    'host: gateway',
    `authorization: Bearer ${lab.key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const { socket, seen } = dial(lab.url);
  socket.write(request.repeat(4));
  await expect.poll(() => seen.text, patient).toContain('data: ');
  expect(lab.relay.usage()).toMatchObject({ calls: 1, streams: 1 });
  socket.resetAndDestroy();
  const nothing = { calls: 0, streams: 0, abandoned: 0, bodyBytes: 0, sessions: 0 };
  await expect.poll(() => lab.relay.usage(), patient).toEqual(nothing);
  expect(lab.upstream.calls).toHaveLength(1);
});

test('a client that pipelines 5,000 requests gets at most 1,000 answers, and its connection is closed', async () => {
  const { socket, seen } = dial(lab.url);
  const closed = once(socket, 'close');
  socket.on('end', () => socket.end());
  socket.write('GET /api/status HTTP/1.1\r\nhost: gateway\r\n\r\n'.repeat(5000));
  expect((await fetch(`${lab.url}/api/status`)).status).toBe(200);
  await closed;
  expect(statuses(seen.text).length).toBeLessThanOrEqual(1000);
  expect(statuses(seen.text).filter((status) => status !== '200')).toEqual([]);
});

test('pipelined requests of one connection are handled one after the other and answered in order', async () => {
  let running = 0;
  let mostRunning = 0;
  const handled: string[] = [];
  const { url } = await serve(lab.ctx, async (request, response) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    handled.push(request.url ?? '');
    response.end(`answer ${request.url}`);
  });
  const { socket, seen } = dial(url);
  const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: gateway\r\n\r\n`).join(''));
  await expect.poll(() => statuses(seen.text).length, patient).toBe(50);
  expect([...seen.text.matchAll(/answer (\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
  expect(handled).toEqual(paths);
  expect(mostRunning).toBe(1);
});

test('waiting pipelined requests are not handled when their connection closes', async () => {
  let first: ServerResponse | undefined;
  const handled: string[] = [];
  const { url } = await serve(lab.ctx, (request, response) => {
    handled.push(request.url ?? '');
    if (request.url === '/first') first = response;
    else response.end();
  });
  const { socket } = dial(url);
  socket.write(['/first', '/second'].map((path) => `GET ${path} HTTP/1.1\r\nhost: gateway\r\n\r\n`).join(''));
  await expect.poll(() => first, patient).toBeDefined();
  const closed = once(first as ServerResponse, 'close');
  socket.resetAndDestroy();
  await closed;
  await fetch(`${url}/other`);
  expect(handled).toEqual(['/first', '/other']);
});
