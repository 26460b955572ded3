import { connect } from 'node:net';
import { createChannel, createToken, getSelf, getStatus, listChannels, login } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const postToken = (body: string, headers = {}) =>
  app.as('user').send('POST', '/api/token/', { body, headers });

test.each([
  ['broken JSON', '{"name":', 'syntax'],
  ['200 levels', `{"name":${'['.repeat(200)}${']'.repeat(200)}}`, 'too_deep'],
  ['a key that reaches the prototype', '{"name":"x","__proto__":{"role":100}}', 'syntax'],
  ['a list', '[]', 'not_an_object'],
  ['200,000 values', `{"ids":[${'1,'.repeat(200_000)}1]}`, 'too_many_values'],
])('%s is refused with 400 and the reason', async (_, body, reason) => {
  const answer = await postToken(body);
  expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, 'invalid_json', { reason }]);
});

test('a form, or a body without a type, is refused as no JSON', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const { status, body } = await postToken('name=x', { 'content-type': type });
    expect([status, body.code]).toEqual([400, 'json_type_required']);
  }
});

test('a body over a megabyte is refused by its content-length before it is read', async () => {
  const { status, body } = await postToken(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
  expect([status, body.code]).toEqual([413, 'body_too_large']);
});

test('40 MB on a real connection are answered with 413 after the first of them', async () => {
  const address = new URL(await app.listen());
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname);
    let received = '';
    socket.on('data', (data) => {
      received += data;
      if (received.includes('request_id')) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) => (received ? resolve(received) : reject(error)));
    const head = 'POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: ${40 * 1024 * 1024}\r\n\r\n`);
    socket.write(Buffer.alloc(1024 * 1024, ' '));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('body_too_large');
});

test('a field of another type is refused with its name', async () => {
  const typed = await app.as('user').callLoosely(createToken, { name: 5 });
  expect(typed.body).toMatchObject({
    code: 'invalid_input',
    details: { field: 'name', reason: 'invalid_type' },
  });
  expect(typed.body.message).toContain('name');
});

test.each([
  '/API/user/self',
  '//api/user/self',
  '/api//user/self',
  '/api%2fuser%2fself',
  '/api/./user/self',
  '/api/user/self%00',
  '/api/user/self.',
  '/api/%ff',
])('%s is another address and does not bypass the guard', async (path) => {
  const answer = await app.as('visitor').send('GET', path);
  expect([400, 401, 404]).toContain(answer.status);
  expect(answer.text).not.toContain('"username"');
});

test('an unknown address of the API is answered in the envelope of the console API', async () => {
  const { status, text, headers } = await app.as('visitor').send('GET', '/api/nothing/here?x=1');
  expect(status).toBe(404);
  expect(JSON.parse(text)).toEqual({
    error: {
      message: 'Invalid URL (GET /api/nothing/here)',
      type: 'invalid_request_error',
      param: '',
      code: '',
    },
  });
  expect(headers).toHaveProperty('x-oneapi-request-id');
});

test('an address that cannot be decoded, and one with an endless id, are answered in the envelope', async () => {
  const broken = await app.as('user').send('GET', '/api/token/%ff');
  expect([broken.status, broken.body.code]).toEqual([404, 'endpoint_not_found']);
  const long = await app.as('user').send('GET', `/api/token/${'9'.repeat(5000)}`);
  expect(long.body).toMatchObject({ code: 'invalid_input', details: { field: 'id' } });
});

test('an address is served with and without the slash at the end', async () => {
  for (const path of ['/api/token', '/api/token/', '/api/user/self', '/api/user/self/', '/api/log/self/']) {
    expect((await app.as('user').send('GET', path)).status, path).toBe(200);
  }
});

test('messages are in the language of the caller', async () => {
  const sendLanguage = (language: string) =>
    app.as('visitor').send('GET', '/api/user/self', { headers: { 'accept-language': language } });
  expect((await sendLanguage('zh-CN,zh;q=0.9')).body.message).toMatch(/[一-鿿]/);
  expect((await sendLanguage('en-GB')).body.message).toMatch(/^[A-Z][\w ,.’']+$/);
});

test('an unexpected error is answered with the request id and without its message', async () => {
  const lines: string[] = [];
  const broken = await buildTestApp({ log: { write: (line) => lines.push(line) } });
  Object.defineProperty(broken.ctx.options, 'current', {
    get: () => {
      throw new Error('database password is sk-canary1234567890');
    },
  });
  const { status, body, text, headers } = await broken.as('visitor').call(getStatus, {});
  expect([status, body.code, body.request_id]).toEqual([500, 'internal', headers['x-oneapi-request-id']]);
  expect(text).not.toContain('canary');
  expect(lines.join('')).toContain(body.request_id);
  expect(lines.join('')).not.toContain('canary');
  await broken.close();
});

test('the general limit and the strict one answer 429 with Retry-After', async () => {
  const limits = { GLOBAL_API_RATE_LIMIT: '40', CRITICAL_RATE_LIMIT: '3' };
  const limited = await buildTestApp({ environment: limits });
  const visitor = limited.as('visitor');
  const tries = [];
  for (let n = 0; n < 4; n += 1) tries.push(await visitor.call(login, { username: 'x', password: 'y' }));
  expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(tries[3]?.body.code).toBe('rate_limited');
  expect(Number(tries[3]?.headers['retry-after'])).toBeGreaterThan(0);

  const statuses = [];
  for (let n = 0; n < 40; n += 1) statuses.push((await visitor.send('GET', '/api/status')).status);
  expect(statuses.slice(0, 36).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  // People at the console have an allowance of their own, which strangers at their address do not use up.
  const person = limited.as('user');
  const seen = [];
  for (let n = 0; n < 460; n += 1) seen.push((await person.call(getSelf, {})).status);
  expect(seen.slice(0, 390).every((status) => status === 200)).toBe(true);
  expect(seen.at(-1)).toBe(429);
  const elsewhere = await visitor.send('GET', '/api/status', { remoteAddress: '203.0.113.9' });
  expect(elsewhere.status).toBe(200);
  await limited.close();
});

test('requests from pages of other sites do not count against the limits of the visitor', async () => {
  const limits = { GLOBAL_API_RATE_LIMIT: '40', CRITICAL_RATE_LIMIT: '3' };
  const limited = await buildTestApp({ environment: limits });
  const visitor = limited.as('visitor');
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1)
    statuses.push((await visitor.send('GET', '/api/reset_password?email=a@b.example', foreign)).status);
  expect(new Set(statuses)).toEqual(new Set([403, 429]));
  expect((await visitor.call(login, { username: 'x', password: 'y' })).status).toBe(200);
  expect((await limited.as('user').call(getSelf, {})).status).toBe(200);
  await limited.close();
});

test('two texts that would create hundreds of thousands of rows are refused before any row is created', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `m${n}`).join(',');
  const draft = { type: 1, name: 'n', key: 'sk-abcdefgh', models: 'm' };
  const create = async (input: object) =>
    (await app.as('admin').callLoosely(createChannel, input as never)).body;
  const wide = await create({ ...draft, models: names(3000), group: names(200) });
  expect(wide).toMatchObject({ code: 'invalid_input', details: { field: 'models', reason: 'too_big' } });
  const many = await create({ ...draft, key: names(3000).replaceAll(',', '\n') });
  expect(many).toMatchObject({ code: 'invalid_input', details: { field: 'key', reason: 'too_big' } });
  expect(await app.as('admin').get(listChannels, {})).toEqual([]);
});
