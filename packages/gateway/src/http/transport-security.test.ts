import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder } from '../testing/area-builds.ts';
import { registerConsole } from './page.ts';

const PROXY = '10.0.0.1';
const byTls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
const paths = ['/', '/api/status', '/assets/areas/logs/aaaaaaaaaa/remoteEntry.0123456789.js', '/api/nothing'];
let app: TestApp;

beforeAll(async () => {
  const folder = makeConsoleFolder([makeAreaBuild('aaaaaaaaaa')]);
  app = await buildTestApp({
    environment: { TRUSTED_PROXIES: PROXY, CONSOLE_DIR: folder },
    console: (server) => registerConsole(server, { root: folder }),
  });
});
afterAll(() => app.close());

test.each(paths)(
  '%s tells browsers to stay on TLS when a trusted proxy received the request by TLS',
  async (url) => {
    const { headers } = await send(url, byTls, PROXY);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  },
);

test('an answer says nothing about TLS when the request came without it', async () => {
  const plain = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.9' };
  expect((await send('/', plain, PROXY)).headers).not.toHaveProperty('strict-transport-security');
});

test('an answer says nothing about TLS when the caller is no trusted proxy', async () => {
  expect((await send('/', byTls, '203.0.113.9')).headers).not.toHaveProperty('strict-transport-security');
});

function send(url: string, headers: Record<string, string>, remoteAddress: string) {
  return app.as('visitor').send('GET', url, { headers, remoteAddress });
}

test('the nginx of the deployment guide tells browsers to stay on TLS once, also in its own errors', () => {
  const file = path.join(import.meta.dirname, '../../../../deploy/nginx.conf');
  const directives = readFileSync(file, 'utf8').replace(/#.*$/gm, '');
  expect(directives).toContain('add_header Strict-Transport-Security "max-age=31536000" always;');
  expect(directives).toContain('proxy_hide_header Strict-Transport-Security;');
});
