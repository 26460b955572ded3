import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startRealtime } from '../testing/realtime.ts';
import { hello, type RelayLab, startRelayLab } from '../testing/relay.ts';
import { upgrade } from '../testing/sockets/callers.ts';
import { models } from '../testing/sockets/models.ts';
import { sendEvents, streamOf } from '../testing/upstream.ts';
import { createHttpServer, type UpgradeHandler } from './server.ts';

const patient = { timeout: 20_000, interval: 5 };
let lab: RelayLab;
const uncaught: unknown[] = [];
const remember = (error: unknown) => uncaught.push(error);
beforeAll(async () => {
  process.on('uncaughtException', remember);
  lab = await startRelayLab();
});
afterAll(async () => {
  await lab.close();
  process.off('uncaughtException', remember);
});
beforeEach(() => {
  uncaught.length = 0;
});
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that the client never closes by itself: it also ignores that the gateway ended its side. */
function dial(url = lab.url) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  const seen = { text: '', hasEnded: false };
  socket.on('data', (bytes) => (seen.text += bytes));
  socket.on('end', () => (seen.hasEnded = true));
  socket.on('error', () => {});
  return { socket, seen };
}

function send(lines: string[], body = '') {
  const { socket, seen } = dial();
  socket.write([...lines, '', body].join('\r\n'));
  return seen;
}

function statuses(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status as string);
}

function openSockets(): Promise<number> {
  return new Promise((resolve, reject) =>
    lab.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

test.each([
  ['two Host headers', ['host: gateway', 'host: other']],
  ['two equal Host headers', ['host: gateway', 'Host: gateway']],
  ['a Host header with a path', ['host: gateway/x']],
  ['a Host header with a name and a password', ['host: a@gateway']],
  ['a Host header with two names', ['host: gateway, other']],
  ['a Host header with a port that is no number', ['host: gateway:x']],
  ['no Host header', []],
])('a request with %s is refused with 400, at the console and at the relay', async (_, lines) => {
  for (const path of ['/api/status', '/v1/models', '/livez', '/v1/realtime?model=x']) {
    const isUpgrade = path.startsWith('/v1/realtime');
    const more = isUpgrade ? ['connection: upgrade', 'upgrade: websocket'] : [];
    const seen = send([`GET ${path} HTTP/1.1`, ...lines, ...more], '\r\n');
    await expect.poll(() => seen.hasEnded, patient).toBe(true);
    expect(statuses(seen.text)).toEqual(['400']);
  }
});

test.each(['gateway', 'gateway.example:3000', '127.0.0.1', '[::1]:3000', '[::ffff:127.0.0.1]', ''])(
  'a request with the Host header "%s" is served',
  async (host) => {
    const seen = send(['GET /livez HTTP/1.1', `host: ${host}`], '\r\n');
    await expect.poll(() => statuses(seen.text), patient).toEqual(['200']);
  },
);

const paths = ['/api/status', '/v1/models', '/livez', '/v1/realtime?model=x'];

function sendTo(target: string, host: string) {
  const isUpgrade = target.includes('/v1/realtime');
  const more = isUpgrade ? ['connection: upgrade', 'upgrade: websocket'] : [];
  return send([`GET ${target} HTTP/1.1`, `host: ${host}`, ...more], '\r\n');
}

test.each([
  ['another host', 'http://evil'],
  ['another port', 'http://localhost:81'],
  ['a user name', 'http://localhost@localhost'],
  ['another scheme', 'ftp://localhost'],
])('a request target with %s than the Host header is refused with 400', async (_, origin) => {
  for (const path of paths) {
    const seen = sendTo(`${origin}${path}`, 'localhost');
    await expect.poll(() => seen.hasEnded, patient).toBe(true);
    expect(statuses(seen.text)).toEqual(['400']);
  }
});

test('a request target that names the host of the Host header is served', async () => {
  const answers = ['200', '401', '200', '401'];
  for (const [index, path] of paths.entries()) {
    const seen = sendTo(`HTTP://LocalHost:80${path}`, 'localhost');
    await expect.poll(() => statuses(seen.text), patient).toEqual([answers[index]]);
  }
});

test('a refusal of a Host header says why, in JSON', async () => {
  const seen = send(['GET /api/status HTTP/1.1', 'host: a', 'host: b', 'accept-language: zh'], '\r\n');
  await expect.poll(() => seen.hasEnded, patient).toBe(true);
  const body = JSON.parse(seen.text.slice(seen.text.indexOf('\r\n\r\n')));
  expect(body).toMatchObject({ success: false, code: 'bad_host', message: expect.stringContaining('Host') });
});

test('an upgrade behind a request in one segment is answered as a plain request', async () => {
  const { socket, seen } = dial();
  socket.write(`GET /api/status HTTP/1.1\r\nhost: x\r\n\r\n${upgrade(lab.key)}`);
  await expect.poll(() => statuses(seen.text), patient).toEqual(['200', '426']);
  expect(uncaught).toEqual([]);
});

test('an upgrade with a body is answered as a plain request', async () => {
  const { socket, seen } = dial();
  socket.write(upgrade(lab.key, ['content-length: 5']));
  await expect.poll(() => statuses(seen.text), patient).toEqual(['426']);
  expect(uncaught).toEqual([]);
});

test('upgrades that are reset while they are refused leave the gateway serving', async () => {
  for (let ms = 0; ms <= 20; ms += 1) {
    const { socket } = dial();
    await once(socket, 'connect');
    socket.write(upgrade('sk-nobody'));
    await new Promise((resolve) => setTimeout(resolve, ms));
    socket.resetAndDestroy();
  }
  await expect.poll(() => lab.relay.held().calls, patient).toBe(0);
  expect((await fetch(`${lab.url}/api/status`)).status).toBe(200);
  expect(uncaught).toEqual([]);
});

test('a refused upgrade is closed when its client never closes', async () => {
  const before = await openSockets();
  const refused = Array.from({ length: 10 }, () => {
    const { socket, seen } = dial();
    socket.write(upgrade('sk-nobody'));
    return seen;
  });
  await expect.poll(() => refused.every(({ text }) => text.includes('HTTP/1.1 401')), patient).toBe(true);
  await expect.poll(openSockets, patient).toBe(before);
});

test('closing all connections of the server ends an open realtime session', async () => {
  const vendor = await startRealtime();
  onTestFinished(() => vendor.close());
  await lab.channel({ base_url: vendor.url, models: models.realtime });
  const { socket, seen } = dial();
  socket.write(upgrade(lab.key));
  await expect.poll(() => seen.text, patient).toContain('session.created');
  expect(lab.relay.held().sessions).toBe(1);
  lab.app.server.closeAllConnections();
  await expect.poll(() => lab.relay.held().sessions, patient).toBe(0);
  await expect.poll(() => seen.hasEnded || socket.destroyed, patient).toBe(true);
});

test('closing all connections of the server ends an upgrade that is not answered yet', async () => {
  const waiting: Socket[] = [];
  const url = await serve(
    (_, response) => response.end(),
    (_, socket) => void waiting.push(socket),
  );
  const { socket, seen } = dial(url);
  socket.write(upgrade(lab.key));
  await expect.poll(() => waiting.length, patient).toBe(1);
  servers.get(url)?.closeAllConnections();
  await expect.poll(() => seen.hasEnded || socket.destroyed, patient).toBe(true);
});

test('streams that are pipelined behind a stream are not sent to the provider when the client resets it', async () => {
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
  const { socket, seen } = dial();
  socket.write(request.repeat(4));
  await expect.poll(() => seen.text, patient).toContain('data: ');
  expect(lab.relay.held()).toMatchObject({ calls: 1, streams: 1 });
  socket.resetAndDestroy();
  const nothing = { calls: 0, streams: 0, abandoned: 0, bodyBytes: 0, sessions: 0 };
  await expect.poll(() => lab.relay.held(), patient).toEqual(nothing);
  expect(lab.upstream.calls).toHaveLength(1);
  expect(uncaught).toEqual([]);
});

test('a client that pipelines 5,000 requests gets 1,000 answers at most, and its connection is closed', async () => {
  const { socket, seen } = dial();
  const closed = once(socket, 'close');
  socket.on('end', () => socket.end());
  socket.write('GET /api/status HTTP/1.1\r\nhost: gateway\r\n\r\n'.repeat(5000));
  expect((await fetch(`${lab.url}/api/status`)).status).toBe(200);
  await closed;
  expect(statuses(seen.text).length).toBeLessThanOrEqual(1000);
  expect(statuses(seen.text).filter((status) => status !== '200')).toEqual([]);
  expect(uncaught).toEqual([]);
});

test('pipelined requests of one connection are handled one after the other, and answered in order', async () => {
  let running = 0;
  let mostRunning = 0;
  const handled: string[] = [];
  const url = await serve(async (request, response) => {
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

test('pipelined requests that wait are not handled when their connection closes', async () => {
  let first: ServerResponse | undefined;
  const handled: string[] = [];
  const url = await serve((request, response) => {
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

/** A server whose console makes a mistake at `/bad`. */
function serveMistake(mistake: (response: ServerResponse) => void): Promise<string> {
  return serve((request, response) => (request.url === '/bad' ? mistake(response) : response.end('well')));
}

type ConsoleHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** By address. */
const servers = new Map<string, Server>();

/** A server with these handlers. Resolves to its address. */
async function serve(handle: ConsoleHandler, upgrade?: UpgradeHandler): Promise<string> {
  const server = createHttpServer(lab.ctx, { console: handle, upgrade });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.set(url, server);
  return url;
}

test('an exception while a request is handled ends that request alone', async () => {
  const url = await serveMistake(() => {
    throw new Error('planted');
  });
  const answer = await fetch(`${url}/bad`);
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })]);
  expect(await (await fetch(`${url}/good`)).text()).toBe('well');
  expect(uncaught).toEqual([]);
});

test('a write behind the end of a response is contained', async () => {
  const url = await serveMistake((response) => {
    response.end('over');
    response.write('more');
  });
  expect(await (await fetch(`${url}/bad`)).text()).toBe('over');
  expect(await (await fetch(`${url}/good`)).text()).toBe('well');
  expect(uncaught).toEqual([]);
});
