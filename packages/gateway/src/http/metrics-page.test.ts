import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createMetricsPage } from './metrics-page.ts';

const METRICS_TOKEN = 'a-token-of-the-collector';
let server: Server | undefined;
afterEach(() => server?.close());

async function ask(headers: Record<string, string>, metricsToken?: string, method = 'GET') {
  const answer = createMetricsPage({ metricsToken, trustedProxies: [] }, () => 'calls_total 1\n');
  server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const response = await fetch(url, { headers, method });
  return { status: response.status, text: await response.text() };
}

const throughProxy = { 'x-forwarded-for': '203.0.113.9' };

test('a collector on this machine reads the metrics', async () => {
  expect(await ask({})).toEqual({ status: 200, text: 'calls_total 1\n' });
});

test.each([
  ['without a token', throughProxy, METRICS_TOKEN],
  [
    'with another token',
    { ...throughProxy, authorization: 'Bearer another-token-of-someone' },
    METRICS_TOKEN,
  ],
  ['with any token when none is set', { ...throughProxy, authorization: 'Bearer undefined' }, undefined],
])('from elsewhere the address does not exist %s', async (_, headers, token) => {
  expect((await ask(headers as Record<string, string>, token)).status).toBe(404);
});

test('a collector elsewhere reads them with the token', async () => {
  const headers = { ...throughProxy, authorization: `Bearer ${METRICS_TOKEN}` };
  expect(await ask(headers, METRICS_TOKEN)).toEqual({ status: 200, text: 'calls_total 1\n' });
});

test('nothing can be posted to it', async () => {
  expect((await ask({}, undefined, 'POST')).status).toBe(405);
});

test('a proxy on this machine that adds no header gets nothing', async () => {
  const answer = createMetricsPage({ metricsToken: undefined, trustedProxies: [] }, () => 'calls_total 1\n');
  server = createServer((incoming, response) => void answer(incoming, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    request({ port, path: '/metrics', headers: { connection: 'close' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(404);
});
