import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { dial, serve, statuses } from '../testing/raw-http.ts';
import { startRealtime } from '../testing/realtime.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { upgrade } from '../testing/sockets/callers.ts';
import { models } from '../testing/sockets/models.ts';

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

function send(lines: string[], body = '') {
  const { socket, seen } = dial(lab.url);
  socket.write([...lines, '', body].join('\r\n'));
  return seen;
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

test('a refusal of a Host header gives its reason in JSON', async () => {
  const seen = send(['GET /api/status HTTP/1.1', 'host: a', 'host: b', 'accept-language: zh'], '\r\n');
  await expect.poll(() => seen.hasEnded, patient).toBe(true);
  const body = JSON.parse(seen.text.slice(seen.text.indexOf('\r\n\r\n')));
  expect(body).toMatchObject({ success: false, code: 'bad_host', message: expect.stringContaining('Host') });
});

test('an upgrade that is pipelined behind a request is answered as a plain request', async () => {
  const { socket, seen } = dial(lab.url);
  socket.write(`GET /api/status HTTP/1.1\r\nhost: x\r\n\r\n${upgrade(lab.key)}`);
  await expect.poll(() => statuses(seen.text), patient).toEqual(['200', '426']);
  expect(uncaught).toEqual([]);
});

test('an upgrade with a body is answered as a plain request', async () => {
  const { socket, seen } = dial(lab.url);
  socket.write(upgrade(lab.key, ['content-length: 5']));
  await expect.poll(() => statuses(seen.text), patient).toEqual(['426']);
  expect(uncaught).toEqual([]);
});

test('the gateway keeps serving when upgrades are reset during their refusal', async () => {
  for (let ms = 0; ms <= 20; ms += 1) {
    const { socket } = dial(lab.url);
    await once(socket, 'connect');
    socket.write(upgrade('sk-unknown'));
    await new Promise((resolve) => setTimeout(resolve, ms));
    socket.resetAndDestroy();
  }
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
  expect((await fetch(`${lab.url}/api/status`)).status).toBe(200);
  expect(uncaught).toEqual([]);
});

test('a refused upgrade is closed although its client never closes', async () => {
  const before = await openSockets();
  const refused = Array.from({ length: 10 }, () => {
    const { socket, seen } = dial(lab.url);
    socket.write(upgrade('sk-unknown'));
    return seen;
  });
  await expect.poll(() => refused.every(({ text }) => text.includes('HTTP/1.1 401')), patient).toBe(true);
  await expect.poll(openSockets, patient).toBe(before);
});

test('closing all connections of the server ends an open realtime session', async () => {
  const vendor = await startRealtime();
  onTestFinished(() => vendor.close());
  await lab.channel({ base_url: vendor.url, models: models.realtime });
  const { socket, seen } = dial(lab.url);
  socket.write(upgrade(lab.key));
  await expect.poll(() => seen.text, patient).toContain('session.created');
  expect(lab.relay.usage().sessions).toBe(1);
  lab.app.server.closeAllConnections();
  await expect.poll(() => lab.relay.usage().sessions, patient).toBe(0);
  await expect.poll(() => seen.hasEnded || socket.destroyed, patient).toBe(true);
});

test('closing all connections of the server ends an unanswered upgrade', async () => {
  const waiting: Socket[] = [];
  const { url, server } = await serve(
    lab.ctx,
    (_, response) => response.end(),
    (_, { socket }) => void waiting.push(socket),
  );
  const { socket, seen } = dial(url);
  socket.write(upgrade(lab.key));
  await expect.poll(() => waiting.length, patient).toBe(1);
  server.closeAllConnections();
  await expect.poll(() => seen.hasEnded || socket.destroyed, patient).toBe(true);
});

/** A server whose console throws at `/bad`. */
function serveMistake(mistake: (response: ServerResponse) => void) {
  return serve(lab.ctx, (request, response) =>
    request.url === '/bad' ? mistake(response) : response.end('well'),
  );
}

test('an exception while a request is handled ends only that request', async () => {
  const { url } = await serveMistake(() => {
    throw new Error('planted');
  });
  const answer = await fetch(`${url}/bad`);
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })]);
  expect(await (await fetch(`${url}/good`)).text()).toBe('well');
  expect(uncaught).toEqual([]);
});

test('a write after the end of a response does no harm', async () => {
  const { url } = await serveMistake((response) => {
    response.end('over');
    response.write('more');
  });
  expect(await (await fetch(`${url}/bad`)).text()).toBe('over');
  expect(await (await fetch(`${url}/good`)).text()).toBe('well');
  expect(uncaught).toEqual([]);
});
