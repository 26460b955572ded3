import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { chunk, head, LAST_CHUNK, startRawUpstream } from '../raw-upstream.ts';

/** The gateway reads a stream on for a minute after its caller left; the test does not wait so long. */
const DRIP_MS = 2000;
const FRAME_BYTES = 16 * 1024 * 1024;

/** One misbehavior of a WebSocket provider, after the session opened and a message arrived. */
type Fault = (session: WebSocket, socket: Socket) => void;
/** A misbehavior instead of opening the session. */
type Refusal = (socket: Socket) => void;

const frames = [
  ...['x', 'null', '[]', '""', '{}', '{"header":null}', '{"payload":{"choices":{"text":5}}}', '\u0000'],
  ...['{"type":"response.done","response":null}', '{"type":"response.done","response":{"usage":"x"}}'],
  ...['{"type":"response.created"}', '{"type":"session.created","session":null}', '{"type":"a.delta"}'],
];

const faults: Record<string, Fault> = {
  ...Object.fromEntries(frames.map((text) => [`frame ${text}`, (session: WebSocket) => session.send(text)])),
  'frame of 16 MB': (session) => session.send('x'.repeat(FRAME_BYTES)),
  'frame of more than 16 MB': (session) => session.send('x'.repeat(FRAME_BYTES + 1)),
  'binary frame': (session) => session.send(randomBytes(100)),
  'bytes that are no frames': (_, socket) => socket.write(randomBytes(200)),
  'close with a reason': (session) => session.close(4999, '长'.repeat(41)),
  reset: (_, socket) => socket.resetAndDestroy(),
  silence: () => {},
};

const longCode = JSON.stringify({ error: { message: 'no', code: '错误'.repeat(50) } });
const refusals: Record<string, Refusal> = {
  'refusal with a long code': (socket) =>
    socket.end(
      `${head('application/json', [`content-length: ${Buffer.byteLength(longCode)}`], '403 No')}${longCode}`,
    ),
  'refusal without an end': (socket) => drip(socket, head('text/plain', [], '500 No')),
  'reset in the handshake': (socket) => socket.resetAndDestroy(),
  'handshake that is not HTTP': (socket) => socket.end(randomBytes(100)),
};

export interface HostileProvider {
  readonly url: string;
  /** How often each misbehavior occurred, including those that never did with 0. */
  readonly counts: Map<string, number>;
  close(): Promise<void>;
}

/** Starts a provider of realtime sessions and of Spark that misbehaves in a different way each time. */
export async function startHostileSockets(): Promise<HostileProvider> {
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  const next = rotation([...Object.keys(faults), ...Object.keys(refusals)]);
  http.on('upgrade', (request, duplex, bytes) => {
    const socket = duplex as Socket;
    socket.on('error', () => {}); // the gateway may close the connection
    const name = next.take();
    const refuse = refusals[name];
    if (refuse) return refuse(socket);
    server.handleUpgrade(request, socket, bytes, (session) => {
      session.on('error', () => {});
      // A realtime caller may send nothing.
      const timer = setTimeout(() => faults[name]?.(session, socket), 20);
      session.on('close', () => clearTimeout(timer));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    counts: next.counts,
    async close() {
      for (const session of server.clients) session.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const events = head('text/event-stream', ['transfer-encoding: chunked']);
const text = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: 'Hello' } }] })}\n\n`;
const answers: Record<string, (socket: Socket) => void> = {
  'stream that ends': (socket) => socket.end(`${events}${chunk(`${text}data: [DONE]\n\n`)}${LAST_CHUNK}`),
  'stream of events that are not JSON': (socket) =>
    socket.end(`${events}${chunk('data: x\n\ndata: null\n\ndata: []\n\ndata: ""\n\n')}${LAST_CHUNK}`),
  'stream with a line of 16 MB': (socket) =>
    socket.end(`${events}${chunk(`data: ${'x'.repeat(FRAME_BYTES)}`)}`),
  'stream that is reset': (socket) => socket.write(`${events}${chunk(text)}`, () => socket.resetAndDestroy()),
  'stream that drips': (socket) => drip(socket, `${events}${chunk(text)}`, chunk(text), DRIP_MS),
  'bytes that are not HTTP': (socket) => socket.end(randomBytes(300)),
  'reset before the answer': (socket) => socket.resetAndDestroy(),
};

/** Starts the same for chats over HTTP. */
export async function startHostileChats(): Promise<HostileProvider> {
  const next = rotation(Object.keys(answers));
  const upstream = await startRawUpstream((_, socket) => answers[next.take()]?.(socket));
  return { url: upstream.url, counts: next.counts, close: () => upstream.close() };
}

/** Sends a little at a time, until the gateway closes the connection, or for a limited time. */
function drip(socket: Socket, begin: string, piece: string | Buffer = '.', forMs = 60_000): void {
  socket.write(begin);
  const timer = setInterval(() => socket.write(piece), 50);
  const end = setTimeout(() => socket.destroy(), forMs);
  socket.on('close', () => {
    clearInterval(timer);
    clearTimeout(end);
  });
}

function rotation(names: readonly string[]) {
  const counts = new Map(names.map((name) => [name, 0]));
  let next = 0;
  return {
    counts,
    take(): string {
      const name = names[next % names.length] as string;
      next += 1;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return name;
    },
  };
}
