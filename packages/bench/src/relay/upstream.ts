import { createServer, type Socket } from 'node:net';

/**
 * The provider behind both nginx and the gateway: a bare HTTP/1.1 server over sockets, so that the load
 * generator's core has room. `/v1/chat/completions` responds with JSON, or 50 events for a stream. A stream
 * whose body says `"slow"` gets two events a second until the caller leaves, so slow that thousands of them
 * do not saturate a core: queued data is not memory of a stream. Usage: `[port] [milliseconds before each
 * response]`.
 */
const port = Number(process.argv[2]);
const answerMs = Number(process.argv[3] ?? 0);
const EVENTS = 50;
const DRIP_MS = 500;

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
const plain = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`;
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const event = frame(
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'gpt-4o-mini', choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] })}\n\n`,
);
const last = `${frame(`data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'gpt-4o-mini', choices: [], usage })}\n\n`)}${frame('data: [DONE]\n\n')}0\r\n\r\n`;

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
  if (request.includes('"slow"')) sendSlowly(socket);
  else if (request.includes('"stream":true')) burst(socket, 0);
  else socket.write(plain);
}

/** Ten events at a time, so that a proxy sees several chunks with several events each, as from real providers. */
function burst(socket: Socket, sent: number): void {
  if (sent === 0) socket.write(head);
  for (let index = 0; index < 10; index++) socket.write(event);
  if (sent + 10 < EVENTS) setImmediate(burst, socket, sent + 10);
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

function frame(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
