import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder } from '../testing/area-builds.ts';
import { nginxProgram, startNginx, type TestNginx } from '../testing/nginx.ts';
import { findProgram } from '../testing/server-programs.ts';
import { registerConsole } from './page.ts';

const PROXY = '10.0.0.1';
const byTls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
const paths = ['/', '/api/status', '/assets/areas/logs/aaaaaaaaaa/remoteEntry.0123456789.js', '/api/nothing'];
let app: TestApp;

beforeAll(async () => {
  const folder = makeConsoleFolder([makeAreaBuild('aaaaaaaaaa')]);
  app = await buildTestApp({
    environment: { TRUSTED_PROXIES: `${PROXY},127.0.0.1`, CONSOLE_DIR: folder },
    console: (server) => registerConsole(server, { root: folder }),
  });
});
afterAll(() => app.close());

test.each(paths)(
  '%s has a Strict-Transport-Security header when a trusted proxy received the request by TLS',
  async (url) => {
    const { headers } = await send(url, byTls, PROXY);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  },
);

test('a response has no HSTS header when the request came without TLS', async () => {
  const plain = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.9' };
  expect((await send('/', plain, PROXY)).headers).not.toHaveProperty('strict-transport-security');
});

test('a response has no HSTS header when the caller is no trusted proxy', async () => {
  expect((await send('/', byTls, '203.0.113.9')).headers).not.toHaveProperty('strict-transport-security');
});

function send(url: string, headers: Record<string, string>, remoteAddress: string) {
  return app.as('visitor').send('GET', url, { headers, remoteAddress });
}

describe.skipIf(!nginxProgram || !findProgram('openssl'))('the nginx of the deployment guide', () => {
  let proxy: TestNginx;
  beforeAll(async () => {
    proxy = await startNginx(await app.listen());
  });
  afterAll(() => proxy.stop());

  test.each([
    ['an answer of the gateway', '/api/status', 200],
    ['an error of nginx itself', '/too-large', 413],
  ])('sends one HSTS header in %s', async (_, url, status) => {
    const answer = await proxy.request(url, status === 413 ? 41 * 1024 * 1024 : 0);
    expect(answer.status).toBe(status);
    expect(answer.headersDistinct['strict-transport-security']).toEqual(['max-age=31536000']);
  });
});
