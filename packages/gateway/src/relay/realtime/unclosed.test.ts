import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { upgrade } from '../../testing/sockets/callers.ts';
import { models } from '../../testing/sockets/models.ts';

/** Far less than the half minute that `ws` waits by default. */
const patient = { timeout: 10_000, interval: 5 };
/** RFC 6455, section 5.5.1: a close frame with code 1000, of a server and of a client with a mask of zeros. */
const SERVER_CLOSE = Buffer.from([0x88, 2, 0x03, 0xe8]);
const CLIENT_CLOSE = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);

let lab: RelayLab;
let provider: Server;
const providerSockets = new Set<Socket>();
const callers = new Set<Socket>();
beforeAll(async () => {
  const sessions = new WebSocketServer({ noServer: true });
  provider = createServer().on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    providerSockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => providerSockets.delete(socket));
    sessions.handleUpgrade(request, socket, head, (session) => {
      session.send('{"type":"session.created"}');
      session.pause(); // It reads nothing from here on, so it never sees that the gateway closed.
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  lab = await startRelayLab({ channel: false });
  const { port } = provider.address() as AddressInfo;
  await lab.channel({ base_url: `http://127.0.0.1:${port}`, models: models.realtime });
});
afterEach(async () => {
  for (const socket of callers) socket.destroy();
  callers.clear();
  await expect.poll(() => lab.relay.usage().calls, patient).toBe(0);
});
afterAll(async () => {
  await lab.close();
  for (const socket of providerSockets) socket.destroy();
  await new Promise((resolve) => provider.close(resolve));
});

/** A raw socket client, which never closes its end by itself. Resolves when its session runs. */
async function callInBytes(): Promise<{ socket: Socket; received: () => Buffer }> {
  const socket = connect({ port: Number(new URL(lab.url).port), host: '127.0.0.1', allowHalfOpen: true });
  callers.add(socket);
  let received = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
  });
  socket.write(upgrade(lab.key));
  await expect.poll(() => received.includes('session.created'), patient).toBe(true);
  return { socket, received: () => received };
}

test('a session frees its slot at once when its caller leaves and the provider ignores the close', async () => {
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${models.realtime}`;
  const caller = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
  await once(caller, 'message');
  expect(lab.relay.usage()).toMatchObject({ sessions: 1, calls: 1 });
  caller.close();
  await expect.poll(() => lab.relay.usage(), patient).toMatchObject({ sessions: 0, calls: 1 });
});

test('a session ends when its caller sends a close frame and keeps the connection open', async () => {
  const { socket } = await callInBytes();
  socket.write(CLIENT_CLOSE);
  await expect.poll(() => lab.relay.usage(), patient).toMatchObject({ sessions: 0, calls: 0 });
});

test('a session ends when its provider sends a close frame and keeps the connection open', async () => {
  const { received } = await callInBytes();
  for (const socket of providerSockets) socket.write(SERVER_CLOSE);
  await expect.poll(() => received().includes(SERVER_CLOSE), patient).toBe(true);
  for (const socket of callers) socket.destroy();
  await expect.poll(() => lab.relay.usage(), patient).toMatchObject({ sessions: 0, calls: 0 });
});
