import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTls, getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { byUndici, call, type ScriptedServer, startScripted } from '../../testing/provider-calls.ts';
import { findProgram } from '../../testing/server-programs.ts';
import { createOutbound, type Outbound } from '../outbound.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const servers: ScriptedServer[] = [];
const outbounds: Outbound[] = [];

afterEach(async () => {
  await Promise.all(outbounds.splice(0).map((outbound) => outbound.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

test('one connection serves call after call, and another one calls at the same time', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  for (let count = 0; count < 20; count += 1) {
    expect(await call(outbound, server.url)).toMatchObject({ status: 200, body: 'ok' });
    await nextTurn();
  }
  expect(server.connections).toBe(1);
  await Promise.all(Array.from({ length: 5 }, () => call(outbound, server.url)));
  expect(server.connections).toBe(5);
});

test.each([
  ['says that it closes', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'],
  [
    'gives the next request no time',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=1\r\n\r\nok',
  ],
  ['sends more than its response', `${OK}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`],
  ['speaks HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
])('a connection whose server %s is not used again', async (_, response) => {
  const { outbound, server } = await start((socket) => socket.write(response));
  for (let count = 0; count < 3; count += 1)
    expect(await call(outbound, server.url)).toMatchObject({ status: 200, body: 'ok' });
  expect(server.connections).toBe(3);
});

test('a response that comes before its request ends the connection and serves nobody', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  await call(outbound, server.url);
  for (const socket of server.sockets) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged');
  await expect.poll(() => server.sockets.size).toBe(0);
  expect(await call(outbound, server.url)).toMatchObject({ body: 'ok' });
});

test('a connection that the server closed is not used', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  await call(outbound, server.url);
  for (const socket of server.sockets) socket.end();
  await expect.poll(() => server.sockets.size).toBe(0);
  expect(await call(outbound, server.url)).toMatchObject({ body: 'ok' });
});

test.each([
  ['before its head', ''],
  ['in its head', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nabc'],
  ['between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
])('a response that breaks off %s is an error', async (_, response) => {
  for (const end of ['end', 'resetAndDestroy'] as const) {
    const { outbound, server } = await start((socket) => socket.write(response, () => socket[end]()));
    const { error } = await call(outbound, server.url);
    expect((error as NodeJS.ErrnoException).code).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  }
});

test('nonsense is an error of that call alone', async () => {
  const { outbound, server } = await start((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n\r\n'));
  expect((await call(outbound, server.url)).error?.message).toContain('Invalid status line');
  server.script = (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n');
  expect((await call(outbound, server.url)).error?.message).toBe('bad upgrade');
  server.script = (socket) => socket.write(OK);
  expect(await call(outbound, server.url)).toMatchObject({ body: 'ok' });
});

test('a server that cannot be reached is an error', async () => {
  const { outbound, server } = await start(() => {});
  await server.close();
  expect((await call(outbound, server.url)).error).toMatchObject({ code: 'ECONNREFUSED' });
});

test('a call that is aborted closes its connection, and no other one later', async () => {
  const { outbound, server } = await start((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'),
  );
  const reason = new Error('no longer needed');
  const aborted = await call(
    outbound,
    server.url,
    {},
    { onResponseData: (control) => control.abort(reason) },
  );
  expect(aborted).toMatchObject({ body: 'abc', error: reason });
  await expect.poll(() => server.sockets.size).toBe(0);

  server.script = (socket) => setTimeout(() => socket.write(OK), 30);
  let abort = (_: Error) => {};
  const keep = {
    onRequestStart(control: { abort(error: Error): void }) {
      abort = (error) => control.abort(error);
    },
  };
  await call(outbound, server.url, {}, keep);
  await nextTurn();
  const next = call(outbound, server.url);
  await nextTurn();
  abort(reason); // The handler of the call before is late.
  expect(await next).toMatchObject({ body: 'ok' });
  expect(server.connections).toBe(2);
});

test('a call that is aborted when it begins sends nothing', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  const reason = new Error('the caller left');
  const abort = { onRequestStart: (control: { abort(error: Error): void }) => control.abort(reason) };
  expect(await call(outbound, server.url, {}, abort)).toMatchObject({ error: reason });
  const fail = {
    onRequestStart() {
      throw reason;
    },
  };
  expect(await call(outbound, server.url, {}, fail)).toMatchObject({ error: reason });
  expect(server.requests).toEqual([]);
});

test('requests are written as undici writes them, byte for byte', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  const headers = { 'Content-Type': 'application/json', authorization: 'Bearer \xe9', 'x-empty': '' };
  for (const body of [Buffer.from('{"a":"ü"}'), '{"a":"ü"}', Buffer.alloc(40_000, 'x')]) {
    server.requests.length = 0;
    await call(outbound, `${server.url}/v1/chat?b=%20c`, { headers, body });
    await call(outbound, `${server.url}/v1/chat?b=%20c`, { headers, body, ...byUndici });
    const [own, undicis] = server.requests;
    expect(own).toBe(undicis);
    expect(own).toContain('POST /v1/chat?b=%20c HTTP/1.1\r\n');
  }
});

test('a header that would end the head is refused', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  const bad: Record<string, string>[] = [
    { 'x-a': 'b\r\nx-c: d' },
    { 'x-a\r\nx-b': 'c' },
    { 'transfer-encoding': 'chunked' },
  ];
  for (const headers of bad)
    expect((await call(outbound, server.url, { headers })).error).toMatchObject({
      code: 'UND_ERR_INVALID_ARG',
    });
  expect(server.requests).toEqual([]);
});

test('a paused call reads nothing more, and everything when it goes on', async () => {
  const size = 30 * 1024 * 1024;
  const { outbound, server } = await start((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size, 'x'));
  });
  let [count, resume] = [0, () => {}];
  const done = call(
    outbound,
    server.url,
    {},
    {
      onResponseData(control, { length }) {
        count += length;
        if (count > length) return;
        control.pause();
        resume = () => control.resume();
      },
    },
  );
  await expect.poll(() => count).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(count).toBeLessThan(1024 * 1024);
  resume();
  const { body, error } = await done;
  expect(error).toBeUndefined();
  expect(body.length).toBe(size);
  expect(/[^x]/.test(body)).toBe(false);
});

test('the end of the gateway ends calls and open connections', async () => {
  const { outbound, server } = await start((socket) => socket.write(OK));
  await call(outbound, server.url);
  server.script = () => {};
  const waiting = call(outbound, server.url);
  await expect.poll(() => server.requests.length).toBe(2);
  await outbound.close();
  expect((await waiting).error).toMatchObject({ code: 'UND_ERR_DESTROYED' });
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('a host that root removes from the list is not reached on an open connection', async () => {
  const server = await scripted((socket) => socket.write(OK));
  let hosts = [new URL(server.url).host];
  const outbound = remember(createOutbound({ privateHosts: () => hosts }));
  expect(await call(outbound, server.url)).toMatchObject({ body: 'ok' });
  hosts = [];
  expect((await call(outbound, server.url)).error).toMatchObject({ code: 'OUTBOUND_BLOCKED' });
  await expect.poll(() => server.sockets.size).toBe(0);
});

test.skipIf(!findProgram('openssl'))('TLS: one connection, checked, for call after call', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tollgate-tls-'));
  const names = '/CN=localhost -addext subjectAltName=DNS:localhost';
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout key -out cert -subj ${names}`;
  execFileSync('openssl', request.split(' '), { cwd: folder, stdio: 'ignore' });
  const [key, cert] = ['key', 'cert'].map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const body = 'x'.repeat(200_000);
  const server = await scripted(
    (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    (onSocket) => createTls({ key, cert }, onSocket),
  );
  const url = `https://localhost:${new URL(server.url).port}`;
  const outbound = remember(createOutbound({ allow: ['localhost'] }));
  expect((await call(outbound, url)).error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert as string]);
  try {
    const connected = server.connections;
    for (let count = 0; count < 3; count += 1) {
      expect((await call(outbound, url)).body).toBe(body);
      await nextTurn();
    }
    expect(server.connections - connected).toBeLessThanOrEqual(1);
  } finally {
    setDefaultCACertificates(trusted);
  }
});

test('of damaged responses nothing is believed that undici does not read in the same way', async () => {
  const { outbound, server } = await start(() => {});
  const whole = [
    OK,
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-a: b\r\n\r\n3\r\nabc\r\n4\r\nefgh\r\n0\r\nt: u\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nuntil the end',
    'HTTP/1.1 500 Oops\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbad',
  ];
  const damage = fc.record({
    text: fc.constantFrom(...whole),
    at: fc.nat({ max: 130 }),
    cut: fc.nat({ max: 3 }),
    // Without semicolons: what chunk extensions say is ignored here.
    put: fc.constantFrom(
      '',
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\0',
      ':',
      '0',
      '1',
      'f',
      ',',
      'x',
      '\r\n\r\n',
      '\x80',
      '-',
    ),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ text, at, cut, put }) => {
      const damaged = text.slice(0, at) + put + text.slice(at + cut);
      server.script = (socket) => socket.end(damaged, 'latin1');
      const [own, undicis] = [await call(outbound, server.url), await call(outbound, server.url, byUndici)];
      if (own.error) return;
      expect(own, JSON.stringify(damaged)).toEqual({ ...undicis, headers: trimmed(undicis.headers) });
    }),
    { numRuns: Number(process.env.FUZZ ? 5000 : 400) },
  );
});

async function start(script: ScriptedServer['script']) {
  const server = await scripted(script);
  return { server, outbound: remember(createOutbound({ allow: ['127.0.0.1/32'] })) };
}

async function scripted(...script: Parameters<typeof startScripted>): Promise<ScriptedServer> {
  const server = await startScripted(...script);
  servers.push(server);
  return server;
}

function remember(outbound: Outbound): Outbound {
  outbounds.push(outbound);
  return outbound;
}

/** undici keeps the space behind a value. */
function trimmed(headers: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    JSON.parse(JSON.stringify(value).replace(/[ \t]+"/g, '"')),
  ]);
  return Object.fromEntries(entries);
}

/** A connection is free again in the turn after its response. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
