import { createServer, type Socket } from 'node:net';
import { MARKS } from './requests.ts';

/**
 * The provider behind both nginx and the gateway: a bare HTTP/1.1 server over sockets, so that the caller's core
 * has room. `/v1/chat/completions` responds with 1 KB of JSON, or 50 events for a stream, all in one write: then
 * nginx pays once for them. A prompt with a mark gets them in ten pieces, 20 ms apart, or two events a second
 * until the caller leaves, so slow that thousands of streams do not saturate a core: queued data is not memory
 * of a stream. Usage: `[port] [milliseconds before each response]`.
 */
const port = Number(process.argv[2]);
const answerMs = Number(process.argv[3] ?? 0);
const EVENTS = 50;
const DRIP_MS = 500;
const PIECES = 10;
const PIECE_MS = 20;

const usage = { prompt_tokens: 20, completion_tokens: 50, total_tokens: 70 };
const answer = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'gpt-4o-mini',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'word '.repeat(150) }, finish_reason: 'stop' },
  ],
  usage,
});
const plain = json(answer);
const embeddings = json(
  JSON.stringify({
    object: 'list',
    data: Array.from({ length: 100 }, (_, index) => ({
      object: 'embedding',
      index,
      embedding: Array.from({ length: 256 }, (_, place) => (place - 128) / 1000 + index / 1e6),
    })),
    model: 'text-embedding-3-small',
    usage: { prompt_tokens: 1700, total_tokens: 1700 },
  }),
);
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const event = frame(
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'gpt-4o-mini', choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] })}\n\n`,
);
const last = `${frame(`data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'gpt-4o-mini', choices: [], usage })}\n\n`)}${frame('data: [DONE]\n\n')}0\r\n\r\n`;

const stream = head + event.repeat(EVENTS) + last;

createServer({ noDelay: true }, (socket) => {
  let pending = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let length = requestLength(pending); length > 0; length = requestLength(pending)) {
      const request = pending.slice(0, length);
      pending = pending.slice(length);
      if (answerMs > 0) setTimeout(reply, answerMs, socket, request);
      else reply(socket, request);
    }
  });
}).listen(port, '127.0.0.1', 8192);

function reply(socket: Socket, request: string): void {
  if (request.startsWith('POST /v1/embeddings')) socket.write(embeddings);
  else if (!request.includes('"stream":true')) socket.write(plain);
  else if (request.includes(MARKS.paced)) sendInPieces(socket, 0);
  else if (request.includes(`${MARKS.slow}"`)) sendSlowly(socket);
  else socket.write(stream);
}

function sendInPieces(socket: Socket, sent: number): void {
  socket.write((sent === 0 ? head : '') + event.repeat(EVENTS / PIECES));
  if (sent + 1 < PIECES) setTimeout(sendInPieces, PIECE_MS, socket, sent + 1);
  else socket.write(last);
}

function sendSlowly(socket: Socket): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(event), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Returns the length of the first complete request in `text`, 0 when it is incomplete. */
function requestLength(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const body = Number(/content-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
  const length = headEnd + 4 + body;
  return text.length >= length ? length : 0;
}

function json(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function frame(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
