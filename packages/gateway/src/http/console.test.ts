import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { BUILD, HASH, serveConsole, writeManifest } from '../testing/console-root.ts';
import { registerConsole } from './page.ts';

/** The headers of a browser that opens an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('the page contains the registry, preload tags of its area and the enforced policy', async () => {
  const { app } = await serveConsole();
  const response = await app.inject({ url: '/log', headers: BROWSER });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('<script type="application/json" id="console-registry">{"schema":1');
  expect(response.body).toContain(
    `crossorigin="anonymous" integrity="${HASH}" href="/assets/areas/logs/${BUILD}/entry`,
  );
  expect(response.body).toContain(`href="/assets/areas/logs/${BUILD}/page.0123456789.js"`);
  const elsewhere = (await app.inject({ url: '/somewhere', headers: BROWSER })).body.split('<script')[0];
  expect(elsewhere).not.toContain('page.0123456789.js');
  expect(response.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(response.headers['content-security-policy']).not.toContain('unsafe');
  expect(response.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'integrity-policy': 'blocked-destinations=(script)',
    'x-content-type-options': 'nosniff',
  });
});

test('the page preloads what its address and language need, and the status', async () => {
  const { app } = await serveConsole();
  const hinted = async (url: string, language: string) => {
    const { body } = await app.inject({ url, headers: { ...BROWSER, 'accept-language': language } });
    return [...body.matchAll(/<link rel="preload"[^>]* href="([^"]+)">/g)].map(([, href]) => href);
  };
  const area = `/assets/areas/logs/${BUILD}`;
  const files = ['entry.0123456789.js', 'en.js', 'page.0123456789.js'].map((file) => `${area}/${file}`);
  // Each part of the kit that the page uses, and their common part once.
  const kit = ['table', 'common', 'form'].map((name) => `/assets/shell/${name}.0123456789.js`);
  expect(await hinted('/log', 'en-US,zh;q=0.5')).toEqual(['/api/status', ...files, ...kit]);
  expect(await hinted('/plain', 'en')).toEqual(['/api/status', ...files.slice(0, 2)]);
  expect(await hinted('/log', 'zh-CN,en;q=0.5')).toContain(`${area}/zh.js`);
  expect(await hinted('/login/', 'en')).toEqual(['/api/status', '/assets/shell/login.0123456789.js']);
  expect(await hinted('/nowhere', 'en')).toEqual(['/api/status']);
});

test('the page holds the status in place of its request, unless the status cannot be read', async () => {
  const { root } = await serveConsole();
  let site: object | undefined = { system_name: '</script>Acme' };
  const app = Fastify();
  const status = async () => site ?? Promise.reject(new Error('no database'));
  registerConsole(app, { root, status });
  const bodyOf = async () => (await app.inject({ url: '/log', headers: BROWSER })).body;
  const page = await bodyOf();
  expect(page).toContain(
    '<script type="application/json" id="console-status">{"system_name":"\\u003c/script>Acme"}',
  );
  expect(page).not.toContain('/api/status');
  site = undefined;
  expect(await bodyOf()).toContain('href="/api/status"');
});

test('a text of an area cannot close the script block of the registry', async () => {
  const { app } = await serveConsole({ title: '</script><script>alert(1)</script>' });
  const { body } = await app.inject('/');
  expect(body).not.toContain('<script>alert');
  expect(body).toContain('\\u003c/script>');
});

test('the registry is answered with 304 when it has not changed', async () => {
  const { app } = await serveConsole();
  const first = await app.inject('/api/console/registry');
  expect(first.json()).toMatchObject({
    schema: 1,
    areas: [{ id: 'logs', state: 'on', active: { buildId: BUILD } }],
  });
  const again = await app.inject({
    url: '/api/console/registry',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('files with a hash in their name are cached forever and compressed as the browser accepts', async () => {
  const { app } = await serveConsole();
  const response = await app.inject({
    url: `/assets/areas/logs/${BUILD}/entry.0123456789.js`,
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'timing-allow-origin': '*',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(response.rawPayload.length).toBeLessThan(1000);
});

test.each([
  ['a build that is not there', '/assets/areas/logs/ffffffffff/entry.js'],
  ['a file above the folder', `/assets/areas/logs/${BUILD}/..%2f..%2f..%2fsecret.js`],
  ['a file that is not for browsers', `/assets/areas/logs/${BUILD}/area.manifest.json`],
])('%s is answered with 404 that is not cached, never with the page', async (_, url) => {
  const { app } = await serveConsole();
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).not.toContain('<html');
});

test.each(['/api/nothing', '/v1/nothing', '/favicon.ico', '/.env'])(
  'a program that requests %s gets no page',
  async (url) => {
    const { app } = await serveConsole();
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);

test.each([
  ...[
    '/livez',
    '/readyz',
    '/metrics',
    '/health',
    '/healthz',
    '/models',
    '/models/gpt-4o',
    '/chat/completions',
  ],
  ...[
    '/v1',
    '/v1/nothing',
    '/v1beta/nothing',
    '/v2/chat',
    '/api',
    '/api/nothing',
    '/mj/nothing',
    '/suno/nothing',
  ],
])('a browser that opens %s, an address of programs, gets a 404 in JSON', async (url) => {
  const { app } = await serveConsole();
  const response = await app.inject({ url, headers: BROWSER });
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    404,
    expect.stringContaining('application/json'),
  ]);
  expect(response.json()).toHaveProperty('error.message');
});

test.each([
  ['a GET that does not accept HTML', { method: 'GET', headers: { accept: 'application/json' } }],
  ['a GET that does not say what it accepts', { method: 'GET', headers: {} }],
  ['a POST', { method: 'POST', headers: BROWSER }],
  ['a DELETE', { method: 'DELETE', headers: BROWSER }],
] as const)('%s to an address of the console gets a 404 in JSON', async (_, url) => {
  const { app } = await serveConsole();
  const response = await app.inject({ ...url, url: '/channel' });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toHaveProperty('error.message');
});

test.each(['/', '/channel', '/channel/edit/12', '/log?time=1', '/chat/3', '/oauth/github?code=x'])(
  'a browser that opens %s gets the page of the console',
  async (url) => {
    const { app } = await serveConsole();
    const response = await app.inject({ url, headers: BROWSER });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('id="console-registry"');
  },
);

test.each(['/ready', '/status', '/ping', '/channel/edit', '/oauth', '/constructor'])(
  '%s gets 404 and the page that shows "not found" when a browser opens it',
  async (url) => {
    const { app } = await serveConsole();
    const response = await app.inject({ url, headers: BROWSER });
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('id="console-registry"');
    expect(response.headers).toHaveProperty('content-security-policy');
  },
);

test('a page of an area that is published later is served without a restart', async () => {
  const { app, root, clock } = await serveConsole();
  const status = async () => (await app.inject({ url: '/later', headers: BROWSER })).statusCode;
  expect(await status()).toBe(404);
  writeManifest(root, { buildId: BUILD, routes: ['/later'] });
  clock.nowMs += 2000;
  expect(await status()).toBe(200);
});

test('the front page is served to a caller that does not say what it accepts', async () => {
  const { app } = await serveConsole();
  expect((await app.inject('/')).statusCode).toBe(200);
});

test('a build that appears on disk is served within two seconds, without a restart', async () => {
  const { app, root, clock } = await serveConsole();
  cpSync(path.join(root, 'mfe-logs/dist', BUILD), path.join(root, 'mfe-logs/dist/aaaaaaaaaa'), {
    recursive: true,
  });
  writeManifest(root, { buildId: 'aaaaaaaaaa', builtAt: '2026-12-01T00:00:00.000Z' });
  clock.nowMs += 2000;
  const { areas } = (await app.inject('/api/console/registry')).json();
  expect(areas[0].active.buildId).toBe('aaaaaaaaaa');
  expect(areas[0].fallbacks).toHaveLength(1);
});

test('a tab that was opened before an update gets builds for its own host API', async () => {
  const { app, root, clock } = await serveConsole();
  cpSync(path.join(root, 'mfe-logs/dist', BUILD), path.join(root, 'mfe-logs/dist/aaaaaaaaaa'), {
    recursive: true,
  });
  const next = { schema: 1, version: '0.2.0', hostApi: '1.9.0' };
  writeFileSync(path.join(root, 'shell/dist/shell.manifest.json'), JSON.stringify(next));
  writeManifest(root, {
    buildId: 'aaaaaaaaaa',
    builtAt: '2026-12-01T00:00:00.000Z',
    hostApi: '^1.9',
  });
  clock.nowMs += 2000;
  const buildFor = async (query: string) =>
    (await app.inject(`/api/console/registry${query}`)).json().areas[0].active.buildId;
  expect(await buildFor('')).toBe('aaaaaaaaaa');
  expect(await buildFor('?host_api=1.9.0')).toBe('aaaaaaaaaa');
  expect(await buildFor('?host_api=1.0.0')).toBe(BUILD);
  for (const nonsense of ['x', '1.0.0&host_api=1.9.0', '99999.0.0', ''])
    expect(await buildFor(`?host_api=${nonsense}`)).toBe('aaaaaaaaaa');
});

test('a console that is not built answers with an instruction', async () => {
  const app = Fastify();
  registerConsole(app, { root: mkdtempSync(path.join(tmpdir(), 'console-')) });
  const response = await app.inject('/');
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain('npm run build');
});
