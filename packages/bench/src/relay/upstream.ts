import { createServer, type Socket } from 'node:net';

/**
 * The provider that both nginx and the gateway stand in front of: a bare HTTP/1.1 answerer over sockets, so that the
 * load generator's core has room. `/v1/chat/completions` answers JSON, or 50 events when the body asks for a stream;
 * a stream whose body says `"slow"` gets two events a second until the caller leaves: slow enough that thousands of them
 * do not keep a core busy, as what queues up before a busy one is no memory of a stream. Usage: `[port] [milliseconds
 * before each answer]`.
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
  if (request.includes('"slow"')) drip(socket);
  else if (request.includes('"stream":true')) burst(socket, 0);
  else socket.write(plain);
}

/** Ten events a turn, so that a proxy sees several chunks and several of them at once, as real providers send. */
function burst(socket: Socket, sent: number): void {
  if (sent === 0) socket.write(head);
  for (let index = 0; index < 10; index++) socket.write(event);
  if (sent + 10 < EVENTS) setImmediate(burst, socket, sent + 10);
  else socket.write(last);
}

function drip(socket: Socket): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(event), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Bytes of the first whole request in `text`, 0 when it is not complete yet. */
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
