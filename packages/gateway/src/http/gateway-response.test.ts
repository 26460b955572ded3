import { Agent, createServer, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { addHeaders, GatewayResponse } from './gateway-response.ts';

type Answer = (response: GatewayResponse) => void;

async function serve(answer: Answer): Promise<number> {
  const server = createServer({ ServerResponse: GatewayResponse }, (_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

/** Sends one request and returns all bytes of the connection. */
async function exchange(answer: Answer, version = '1.1'): Promise<string> {
  const port = await serve(answer);
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET / HTTP/${version}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text;
}

const stream: Answer = (response) => {
  response.writeHead(200, ['content-type', 'text/event-stream']);
  response.frameChunks();
  response.write('data: ü\n\n');
  response.write('');
  response.write(Buffer.from('data: 2\n\n'));
  response.end('data: 3\n\n');
};

test('a stream is sent in the frames of the chunked coding, each once', async () => {
  const text = await exchange(stream);
  expect(text).toContain('Transfer-Encoding: chunked\r\n');
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  expect(body).toBe('a\r\ndata: ü\n\n\r\n9\r\ndata: 2\n\n\r\n9\r\ndata: 3\n\n\r\n0\r\n\r\n');
});

test('a stream to a caller of HTTP/1.0 has no frames', async () => {
  const text = await exchange(stream, '1.0');
  expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('data: ü\n\ndata: 2\n\ndata: 3\n\n');
});

test.each<[string, (response: ServerResponse) => void]>([
  ['without a chunk', (response) => response.end()],
  ['with an empty chunk', (response) => response.end('')],
  ['with a callback', (response) => response.end(() => {})],
  ['twice', (response) => response.end().end()],
])('a stream that ends %s has one last frame', async (_, end) => {
  const text = await exchange((response) => {
    response.writeHead(200, []);
    response.frameChunks();
    response.write('1');
    end(response);
  });
  expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('1\r\n1\r\n0\r\n\r\n');
});

test('a connection serves another request after a stream', async () => {
  const port = await serve(stream);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const get = () =>
    new Promise<{ body: string; port: number | undefined }>((resolve, reject) => {
      request({ port, host: '127.0.0.1', agent }, (response) => {
        const { localPort } = response.socket;
        let body = '';
        response.on('data', (piece) => (body += piece)).on('end', () => resolve({ body, port: localPort }));
      })
        .on('error', reject)
        .end();
    });
  const [first, second] = [await get(), await get()];
  expect(second).toEqual(first);
  expect(first.body).toBe('data: ü\n\ndata: 2\n\ndata: 3\n\n');
});

test.each<[string, Answer]>([
  ['a list', (response) => response.writeHead(200, ['x-own', '1']).end('ok')],
  ['an object', (response) => response.writeHead(200, { 'x-own': 1 }).end('ok')],
  ['an object behind setHeader', (response) => response.setHeader('x-own', '1').writeHead(200, {}).end('ok')],
  ['a list behind setHeader', (response) => response.setHeader('x-own', '1').writeHead(200, []).end('ok')],
  ['no head', (response) => response.setHeader('x-own', '1').end('ok')],
])('added headers are sent once with a head from %s', async (_, answer) => {
  const text = await exchange((response) => {
    response.addHeaders(['X-Id', '7']);
    addHeaders(response, ['x-more', '8']);
    answer(response);
  });
  const lines = text.split('\r\n').filter((line) => /^x-/i.test(line));
  expect(lines.sort()).toEqual(['X-Id: 7', 'x-more: 8', 'x-own: 1'].sort());
});

test('headers of a list can be read, before the head is sent and afterwards', async () => {
  const seen: unknown[] = [];
  await exchange((response) => {
    response.addHeaders(['X-Id', '7']);
    seen.push(response.getHeader('x-id'), response.getHeader('content-type'));
    response.writeHead(200, ['content-type', 'text/plain']);
    seen.push(response.getHeader('x-id'), response.getHeader('Content-Type'));
    response.end();
  });
  expect(seen).toEqual(['7', undefined, '7', 'text/plain']);
});
