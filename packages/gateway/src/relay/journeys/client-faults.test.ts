import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type ReceivedCall, type Script, sendEvents, streamOf } from '../../testing/upstream.ts';

const MOST_ABANDONED = 3;
const streamedCall = {
  json: { model: 'gpt-4o', stream_options: { include_usage: true } },
} as unknown as ReceivedCall;
const frames = streamOf(streamedCall);

let lab: RelayLab;
let idleSockets: number;
beforeAll(async () => {
  lab = await startRelayLab({
    quota: 100_000_000,
    stallMs: 200,
    abandonedStreams: MOST_ABANDONED,
    channel: false,
  });
  await lab.channel({ setting: '{"on_hang_up":"finish"}' });
  idleSockets = await openSockets();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
  lab.upstream.script = completion();
});

const patient = { timeout: 20_000, interval: 5 };

function openSockets(): Promise<number> {
  return new Promise((resolve, reject) =>
    lab.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

/** Waits until no calls run and everything held is free. Returns the rows booked after the first `rowCount`. */
async function rest(rowCount = 0) {
  await expect
    .poll(async () => ({ ...lab.relay.usage(), sockets: await openSockets() }), patient)
    .toEqual({ calls: 0, streams: 0, abandoned: 0, bodyBytes: 0, sessions: 0, sockets: idleSockets });
  return (await lab.booked()).rows.slice(rowCount);
}

/** A raw socket client. */
function caller(): Socket {
  const socket = connect(Number(new URL(lab.url).port), '127.0.0.1');
  socket.on('error', () => {}); // the gateway may disconnect
  return socket;
}

function request(body: object, lines: string[] = []): string {
  const text = JSON.stringify({ ...hello, ...body });
  return [
    'POST /v1/chat/completions HTTP/1.1',
    'host: gateway',
    `authorization: Bearer ${lab.key}`,
    'content-type: application/json',
    ...(lines.length > 0 ? lines : [`content-length: ${Buffer.byteLength(text)}`]),
    '',
    text,
  ].join('\r\n');
}

const streaming = { stream: true, stream_options: { include_usage: true } };

/** Sends `before`, waits for the signal, then sends `after`. */
function door(before: readonly string[], after: readonly string[]) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const script: Script = async (call, response) => {
    if (before.length > 0) await sendEvents(before, { end: false })(call, response);
    await opened;
    if (call.json.stream !== true) return completion()(call, response);
    if (before.length === 0) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(after.join(''));
  };
  return { script, open };
}

test.each([
  ['a stream', streaming],
  ['a plain answer', {}],
])(
  'a caller who leaves before the first byte of %s pays what the provider reports, once',
  async (_, body) => {
    const rowCount = (await lab.booked()).rows.length;
    const gate = door([], frames);
    lab.upstream.script = gate.script;
    const socket = caller();
    socket.write(request(body));
    await expect.poll(() => lab.upstream.calls.length, patient).toBe(1);
    socket.destroy();
    await expect.poll(openSockets, patient).toBe(idleSockets);
    gate.open();
    expect(await rest(rowCount)).toMatchObject([
      { billing_basis: 'upstream_usage', prompt_tokens: 11, completion_tokens: 7, quota: 49 },
    ]);
  },
);

test("a caller who leaves after any event of a stream pays the provider's report once", async () => {
  const rowCount = (await lab.booked()).rows.length;
  for (let count = 1; count < frames.length; count += 1) {
    const gate = door(frames.slice(0, count), frames.slice(count));
    lab.upstream.script = gate.script;
    const socket = caller();
    socket.write(request(streaming));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await expect.poll(openSockets, patient).toBe(idleSockets);
    gate.open();
  }
  const rows = await rest(rowCount);
  expect(rows.length).toBe(frames.length - 1);
  for (const row of rows) expect(row).toMatchObject({ billing_basis: 'upstream_usage', quota: 49 });
});

test('abandoned streams are read on up to a maximum, and the others are charged by their output', async () => {
  const rowCount = (await lab.booked()).rows.length;
  const gate = door(frames.slice(0, 4), frames.slice(4));
  lab.upstream.script = gate.script;
  const sockets = Array.from({ length: MOST_ABANDONED + 2 }, () => caller());
  for (const socket of sockets) {
    socket.write(request(streaming));
    await once(socket, 'data');
  }
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(() => lab.relay.usage(), patient)
    .toMatchObject({
      streams: MOST_ABANDONED,
      abandoned: MOST_ABANDONED,
    });
  gate.open();
  const bases = (await rest(rowCount)).map(({ billing_basis }) => billing_basis).sort();
  expect(bases).toEqual(['counted', 'counted', ...Array(MOST_ABANDONED).fill('upstream_usage')]);
});

test('a caller who stops reading is disconnected and pays for the output', async () => {
  const rowCount = (await lab.booked()).rows.length;
  const event = `data: {"choices":[{"delta":{"content":"${'word '.repeat(40_000)}"}}]}\n\n`;
  // More than the buffers of all connections hold.
  const flood = Array.from({ length: 200 }, () => event);
  lab.upstream.script = sendEvents([...flood, ...frames]);
  const socket = caller();
  socket.write(request({ ...streaming, max_tokens: 9_000_000 }));
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1.1 200 /);
  socket.pause();
  const rows = await rest(rowCount);
  expect(rows).toMatchObject([{ billing_basis: 'upstream_usage', quota: 49 }]);
  expect(socket.bytesRead).toBeLessThan(flood.length * event.length);
  socket.destroy();
});

test('a caller who half-closes its connection gets a response or a closed connection and pays once', async () => {
  const rowCount = (await lab.booked()).rows.length;
  const socket = caller();
  socket.end(request({}));
  socket.resume();
  await once(socket, 'close');
  const rows = await rest(rowCount);
  expect(rows.length).toBeLessThanOrEqual(1);
  expect(rows.length).toBe(lab.upstream.calls.length);
});

test('a request is not a call when it disconnects', async () => {
  const rowCount = (await lab.booked()).rows.length;
  const whole = request({});
  for (const bytes of [whole.slice(0, 60), whole.slice(0, -20)]) {
    const socket = caller();
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.destroy();
  }
  expect(await rest(rowCount)).toEqual([]);
  expect(lab.upstream.calls).toEqual([]);
});

test('a caller that never ends its head is dropped', async () => {
  const { server } = lab.app;
  const usual = server.headersTimeout;
  server.headersTimeout = 50;
  const socket = caller();
  socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
  socket.resume();
  await once(socket, 'close');
  server.headersTimeout = usual;
  await rest();
});

const body = JSON.stringify(hello);
const size = `content-length: ${body.length}`;
/** Requests whose end two parsers may see in different places, or that no client sends. */
const ambiguous: [name: string, head: string[]][] = [
  ['two lengths', [size, 'content-length: 5']],
  ['a length and chunks', [size, 'transfer-encoding: chunked']],
  ['a list of lengths', [`content-length: ${body.length}, ${body.length}`]],
  ['a length that is no number', ['content-length: 0x10']],
  ['a negative length', ['content-length: -1']],
  ['a coding that is none', ['transfer-encoding: xchunked']],
  ['chunks that are not the last coding', ['transfer-encoding: chunked, identity']],
  ['chunks that are none', ['transfer-encoding: chunked']],
  ['a space before the colon', [`content-length : ${body.length}`]],
  ['a folded line', ['x-folded: a\r\n b', size]],
  ['a bare carriage return', ['x-bare: a\rb', size]],
  ['a bare line feed', ['x-bare: a\nb: c\n\nd', size]],
  ['a zero byte', ['x-zero: a\0b', size]],
  ['a name with a space', ['x y: z', size]],
  ['no host', [size]],
];

test.each(ambiguous)('a request with %s is refused, and the connection ends', async (name, lines) => {
  const socket = caller();
  const host = name === 'no host' ? [] : ['host: gateway'];
  const next = 'GET /v1/models HTTP/1.1\r\nhost: smuggled\r\n\r\n';
  socket.write(['POST /v1/chat/completions HTTP/1.1', ...host, ...lines, '', ''].join('\r\n') + body + next);
  let answers = '';
  socket.on('data', (piece) => {
    answers += piece;
  });
  await once(socket, 'close');
  expect(answers.match(/HTTP\/1\.1 \d{3}/g), answers).toEqual(['HTTP/1.1 400']);
  expect(lab.upstream.calls).toEqual([]);
});

test.each([
  ['an unknown method', 'BREW /v1/chat/completions HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['another version', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
])('%s is refused', async (_, bytes) => {
  const socket = caller();
  socket.write(Buffer.from(bytes, 'latin1'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 (?:400|505) /);
  socket.resume();
  await once(socket, 'close');
  await rest();
});
