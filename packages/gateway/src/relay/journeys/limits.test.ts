import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upstreamLimits } from '../../core/limits.ts';
import { callers } from '../../testing/callers.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type Script, sendEvents } from '../../testing/upstream.ts';

const MEGABYTE = 1024 * 1024;
const PROXIED = { 'x-forwarded-for': '203.0.113.9' };
let lab: RelayLab;
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  lab = await startRelayLab({ inFlightBytes: 2 * MEGABYTE, quota: 1_000_000_000, environment });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

/** Responds when `open` is called. */
function gatedResponse(): { script: Script; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const script: Script = async (call, response) => {
    await opened;
    await completion()(call, response);
  };
  return { script, open };
}

const megabyte = { messages: [{ role: 'user', content: 'x'.repeat(MEGABYTE) }] };
const untilHeld = (calls: number) =>
  expect
    .poll(() => lab.upstream.calls.length, { timeout: 20_000, interval: 5 })
    .toBeGreaterThanOrEqual(calls);

test('bodies beyond the budget of all calls are refused with 503 and fit again later', async () => {
  lab.upstream.calls.length = 0;
  const door = gatedResponse();
  lab.upstream.script = door.script;
  const first = lab.chat(megabyte);
  await untilHeld(1);
  expect(lab.relay.usage().bodyBytes).toBeGreaterThan(MEGABYTE);

  for (const [name, { path, body, readError }] of Object.entries(callers)) {
    const refused = await fetch(lab.url + path('gpt-4o', false), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
      body: JSON.stringify(body('gpt-4o', false, 'x'.repeat(MEGABYTE))),
    });
    expect(refused.status, name).toBe(503);
    expect(refused.headers.get('retry-after'), name).toBe('2');
    expect(readError(await refused.text()), name).toContain('reached its limit of requests');
  }
  const second = lab.chat();
  door.open();
  expect((await first).status).toBe(200);
  expect((await second).status).toBe(200);
  await expect.poll(() => lab.relay.usage().bodyBytes, { timeout: 20_000, interval: 5 }).toBe(0);
  expect((await lab.chat(megabyte)).status).toBe(200);
});

test('a body counts with its real size when it is packed, chunked or announced larger', async () => {
  const packed = gzipSync(JSON.stringify({ ...hello, messages: [{ role: 'user', content: noise() }] }));
  const answer = await lab.chat(packed, { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(503);
  const pieces = new ReadableStream({
    start(stream) {
      for (let sent = 0; sent < 3; sent += 1) stream.enqueue(new Uint8Array(MEGABYTE).fill(0x20));
      stream.close();
    },
  });
  const inPieces = await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${lab.key}` },
    body: pieces,
    duplex: 'half',
  } as RequestInit);
  expect(inPieces.status).toBe(503);
});

/** Three megabytes that compress to a third. */
function noise(): string {
  let text = '';
  for (let word = 1; text.length < 3 * MEGABYTE; word += 1)
    text += ((word * 2654435761) % 4294967296).toString(36);
  return text;
}

test('a small body is refused when it unpacks to a huge one', async () => {
  const bomb = gzipSync(Buffer.alloc(8 * MEGABYTE, ' '));
  expect(bomb.length).toBeLessThan(10_000);
  const answer = await lab.chat(bomb, { 'content-encoding': 'gzip' });
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
    413,
    'body_too_large',
  ]);
});

test('callers behind a proxy are limited one by one and do not delay each other', async () => {
  const perAddress = lab.ctx.config.connectionsPerAddress;
  lab.upstream.calls.length = 0;
  const door = gatedResponse();
  lab.upstream.script = door.script;
  const running = Array.from({ length: perAddress }, () => lab.chat({}, PROXIED));
  await untilHeld(perAddress);

  const refused = await lab.chat({}, PROXIED);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({ error: { code: 'connections_full' } });
  const page = await fetch(`${lab.url}/api/status`, { headers: PROXIED });
  expect([page.status, ((await page.json()) as { code: string }).code]).toEqual([429, 'rate_limited']);
  const neighbour = await fetch(`${lab.url}/api/status`, { headers: { 'x-forwarded-for': '203.0.113.10' } });
  expect(neighbour.status).toBe(200);

  door.open();
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
  await Promise.all((await Promise.all(running)).map((answer) => answer.text()));
  const again = async () => (await lab.chat({}, PROXIED)).status;
  await expect.poll(again, { timeout: 20_000, interval: 20 }).toBe(200);
});

test('an endless line of a stream is cut at a megabyte unless it is a picture', async () => {
  const picture = `data: {"choices":[{"delta":{"content":"${'x'.repeat(2 * MEGABYTE)}"}}]}\n\n`;
  const begin = 'data: {"choices":[{"delta":{"content":"one"}}]}\n\n';
  lab.upstream.script = sendEvents([begin, picture, 'data: [DONE]\n\n']);
  const text = await (await lab.chat({ stream: true })).text();
  expect(text.startsWith(begin)).toBe(true);
  expect(text).toContain('"code":"upstream_cut"');
  expect(text.length).toBeLessThan(upstreamLimits.lineBytes);
  const drawn = await lab.chat({
    stream: true,
    max_tokens: 1_000_000,
    modalities: ['text', 'image'],
    stream_options: { include_usage: true },
  });
  expect(await drawn.text()).toBe(`${begin}${picture}data: [DONE]\n\n`);
});

test('heads beyond 16 KB and URLs beyond 8 KB are refused before the body is read', async () => {
  const statusOf = async (lines: string[]) => {
    const socket: Socket = connect(Number(new URL(lab.url).port), '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\nhost: x\r\n\r\n`);
    const [piece] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return piece.toString('latin1').split(' ', 2)[1];
  };
  expect(await statusOf(['GET /v1/models HTTP/1.1', `x: ${'x'.repeat(17 * 1024)}`])).toBe('431');
  expect(await statusOf([`GET /v1/models?${'x'.repeat(9000)} HTTP/1.1`])).toBe('414');
});
