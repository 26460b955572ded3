import { createToken, pageTokens } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/app.ts';

const CONSOLE = 'https://console.gate.example';
const OTHER = 'https://console.gate.example.evil.example';

let app: TestApp;
let url: string;
let signed: Record<string, string>;
beforeAll(async () => {
  app = await buildTestApp({ environment: { CONSOLE_ORIGINS: CONSOLE } });
  url = await app.listen();
  const cookie = await app.as('user').cookie();
  signed = { cookie: `sid=${cookie}`, 'new-api-user': String(app.people.user.id) };
});
afterAll(() => app.close());

const send = (path: string, origin: string, init: RequestInit = {}) =>
  fetch(url + path, {
    ...init,
    headers: { ...signed, 'sec-fetch-site': 'same-site', origin, ...init.headers },
  });
const createOne = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'from elsewhere' }),
};
const tokens = pageTokens.address.split(' ')[1] as string;
const create = createToken.address.split(' ')[1] as string;

test('a console at an allowed origin reads and changes with its session', async () => {
  const read = await send(tokens, CONSOLE);
  expect(read.headers.get('access-control-allow-origin')).toBe(CONSOLE);
  expect(read.headers.get('access-control-allow-credentials')).toBe('true');
  expect(read.headers.get('vary')).toContain('Origin');
  expect(await (await send(create, CONSOLE, createOne)).json()).toMatchObject({ success: true });
});

test('a preflight of an allowed origin is answered with the user header and all methods', async () => {
  const preflight = await send(create, CONSOLE, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'new-api-user' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('new-api-user');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
});

test.each([OTHER, 'http://console.gate.example', 'null'])('a page at %s gets no access', async (origin) => {
  const read = await send(tokens, origin);
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
  expect(await (await send(create, origin, createOne)).json()).toMatchObject({ code: 'cross_site_refused' });
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
  expect((await send(create, origin, preflight)).headers.get('access-control-allow-origin')).toBeNull();
});

test('the model endpoints send no CORS credentials header', async () => {
  const answer = await send('/v1/models', CONSOLE);
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test.each(['*', 'https://console.example/', 'console.example', 'https://*.example'])(
  'the setting refuses %s because it is no origin',
  async (origin) => {
    await expect(buildTestApp({ environment: { CONSOLE_ORIGINS: origin } })).rejects.toThrow(
      'CONSOLE_ORIGINS',
    );
  },
);
