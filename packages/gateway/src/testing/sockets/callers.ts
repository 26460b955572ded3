import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from './gateway-process.ts';
import { models } from './models.ts';

const MEGABYTE = 1024 * 1024;
/** Time for the gateway to answer or close the connection; then the caller leaves. */
const READ_TIMEOUT_MS = 300;

/**
 * One misuse of a connection to the gateway. `at` counts from 0 to 20: milliseconds, or which variant.
 * Undefined when there is no such variant.
 */
type Misuse = (gateway: GatewayProcess, at: number) => Promise<void> | undefined;

/** Behavior of a hostile or unlucky caller, by name. */
export const misuses: Record<string, Misuse> = {
  'upgrade without a key, reset': (gateway, at) => resetAfter(gateway, upgrade('sk-unknown'), at),
  'upgrade with a key, reset': (gateway, at) => resetAfter(gateway, upgrade(gateway.key), at),
  'upgrade behind a request in one segment': (gateway) =>
    exchange(gateway, `${get('/api/status')}${upgrade('sk-unknown')}`),
  'upgrade behind a stream in one segment, reset': (gateway, at) =>
    resetAfter(gateway, `${stream(gateway.key, models.chat)}${upgrade(gateway.key)}`, at),
  'upgrade with a body': (gateway) =>
    exchange(gateway, upgrade(gateway.key, ['content-length: 50']), Buffer.from('{')),
  'upgrade, then silence': (gateway) => exchange(gateway, upgrade('sk-unknown')),
  'upgrade, half-open': (gateway, at) =>
    exchange(gateway, upgrade(at % 2 === 0 ? gateway.key : 'sk-unknown'), 'end'),
  'CONNECT behind a request': (gateway) =>
    exchange(gateway, `${get('/api/status')}CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n`),
  'pipelined streams, reset': (gateway, at) =>
    resetAfter(gateway, stream(gateway.key, models.chat).repeat(3), at),
  'stream, reset': (gateway, at) => resetAfter(gateway, stream(gateway.key, models.chat), at),
  'stream, half-open': (gateway) => exchange(gateway, stream(gateway.key, models.chat), 'end'),
  'stream of Spark, reset': (gateway, at) => resetAfter(gateway, stream(gateway.key, models.spark), at),
  'stream of Spark': (gateway) => exchange(gateway, stream(gateway.key, models.spark)),
  'half a request, half-open': (gateway) => exchange(gateway, 'GET /v1/models HTTP/1.1\r\nhost:', 'end'),
  'bytes that are not HTTP': (gateway) => exchange(gateway, randomBytes(1000)),
  'session with odd frames': (gateway, at) =>
    exchange(gateway, upgrade(gateway.key), frame(oddTexts[at % oddTexts.length] as string)),
  'session with bytes that are no frames': (gateway) =>
    exchange(gateway, upgrade(gateway.key), randomBytes(500)),
  'session with a frame of 15 MB': (gateway, at) =>
    at % 7 === 0 ? exchange(gateway, upgrade(gateway.key), frame('x'.repeat(15 * MEGABYTE))) : undefined,
  'session with a frame of 17 MB': (gateway, at) =>
    at % 7 === 3 ? exchange(gateway, upgrade(gateway.key), frame('x'.repeat(17 * MEGABYTE))) : undefined,
};

const oddTexts = ['x', 'null', '[]', '""', '{}', '{"type":null}', '{"type":"input_audio_buffer.append"}'];

/** Resolves when the connection is open, or was refused. */
async function open({ port }: GatewayProcess): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  socket.on('error', () => {}); // the gateway may close the connection
  socket.resume();
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Sends bytes in one write and resets the connection this many milliseconds later. */
async function resetAfter(gateway: GatewayProcess, bytes: string, ms: number): Promise<void> {
  const socket = await open(gateway);
  socket.write(bytes);
  if (ms > 0) await sleep(ms);
  socket.resetAndDestroy();
}

/** Sends bytes, then more or the end of the connection, and leaves after a while. */
async function exchange(
  gateway: GatewayProcess,
  bytes: string | Buffer,
  then?: Buffer | 'end',
): Promise<void> {
  const socket = await open(gateway);
  socket.write(bytes);
  await sleep(then === undefined ? 0 : 30);
  if (then === 'end') socket.end();
  else if (then) socket.write(then);
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(READ_TIMEOUT_MS)]);
  socket.destroy();
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: gateway\r\n\r\n`;
}

/** A request for a realtime session. */
export function upgrade(key: string, lines: readonly string[] = []): string {
  return [
    `GET /v1/realtime?model=${models.realtime} HTTP/1.1`,
    'host: gateway',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
    `authorization: Bearer ${key}`,
    ...lines,
    '',
    '',
  ].join('\r\n');
}

function stream(key: string, model: string): string {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Say hello' }] });
  return [
    'POST /v1/chat/completions HTTP/1.1',
    'host: gateway',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Returns a client's text frame (RFC 6455, section 5.2), with a mask of zeros, which changes nothing. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.alloc(6) : Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = payload.length < 126 ? 0x80 | payload.length : 0xff;
  if (payload.length >= 126) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}
