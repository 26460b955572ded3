import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { compressAnswers } from './compress.ts';

const LONG = 'tollgate '.repeat(1000);

test('a long text is compressed when the caller accepts gzip', async () => {
  const answer = await get('/long', 'br, gzip;q=0.5');
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'cookie, accept-encoding' });
  expect(gunzipSync(answer.rawPayload).toString()).toBe(LONG);
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
});

test.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'a text is not compressed when the caller accepts %s',
  async (accepted) => {
    const answer = await get('/long', accepted);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.body).toBe(LONG);
  },
);

test('a long page is compressed with Brotli when the caller accepts it, other texts are not', async () => {
  const app = Fastify();
  compressAnswers(app);
  const page = `<!doctype html><p>${'Price. '.repeat(500)}</p>`;
  app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/json', () => ({ page }));
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const answer = await app.inject({ url: '/page', headers });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.headers.vary).toContain('accept-encoding');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page);
  expect((await app.inject({ url: '/json', headers })).headers['content-encoding']).toBe('gzip');
  const onlyGzip = await app.inject({ url: '/page', headers: { 'accept-encoding': 'gzip' } });
  expect(onlyGzip.headers['content-encoding']).toBe('gzip');
});

test('a stream is compressed as a whole', async () => {
  const answer = await get('/stream', 'gzip');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.rawPayload).toString()).toBe('a,b\n1,2\n');
});

test.each(['/short', '/image', '/packed'])('%s is not compressed', async (url) => {
  const answer = await get(url, 'gzip');
  expect(answer.headers['content-encoding']).toBe(url === '/packed' ? 'br' : undefined);
});

test('the source of a stream is closed when the caller leaves', async () => {
  const app = open();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaver = new AbortController();
  const headers = { 'accept-encoding': 'gzip' };
  const answer = await fetch(`${address}/endless`, { headers, signal: leaver.signal });
  expect(answer.status).toBe(200);
  leaver.abort();
  await expect.poll(() => endless.destroyed).toBe(true);
});

let endless = Readable.from([]);

function get(url: string, accepted: string | undefined) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return open().inject({ url, headers });
}

function open(): FastifyInstance {
  const app = Fastify();
  onTestFinished(() => app.close());
  compressAnswers(app);
  app.get('/long', (_, reply) => reply.type('text/plain').header('vary', 'cookie').send(LONG));
  app.get('/short', (_, reply) => reply.type('text/plain').send('short'));
  app.get('/image', (_, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
  app.get('/packed', (_, reply) => reply.type('text/plain').header('content-encoding', 'br').send(LONG));
  app.get('/stream', (_, reply) => reply.type('text/csv').send(Readable.from(['a,b\n', '1,2\n'])));
  app.get('/endless', (_, reply) => {
    endless = Readable.from(repeat(LONG));
    return reply.type('text/csv').send(endless);
  });
  return app;
}

async function* repeat(text: string) {
  for (;;) {
    yield text + Math.random();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
