import { endpoints } from '@tollgate/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test('the OpenAPI document names every endpoint with access, input and answer', async () => {
  const { status, text } = await app.as('visitor').send('GET', '/api/openapi.json');
  expect(status).toBe(200);
  const description = JSON.parse(text);
  expect(description.openapi).toBe('3.1.0');
  for (const { address, access, summary } of endpoints) {
    const [method = '', path = ''] = address.split(' ');
    const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    expect(operation, address).toMatchObject({ summary, 'x-access': access, responses: { 200: {} } });
  }
  const login = description.paths['/api/user/login'].post;
  expect(login.parameters).toEqual([
    { name: 'turnstile', in: 'query', required: false, schema: { type: 'string' } },
  ]);
  expect(login.requestBody.content['application/json'].schema.required).toEqual(['username', 'password']);
});

test('the HTML reference needs no script and loads its style from the gateway', async () => {
  const page = await app.as('visitor').send('GET', '/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
  expect(page.text).not.toMatch(/<script|style=|onclick|https?:\/\//);
  for (const { address } of endpoints) {
    expect(page.text).toContain((address.split(' ')[1] as string).replace(/:(\w+)/g, '{$1}'));
  }
  const style = await app.as('visitor').send('GET', '/api/docs/style.css');
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
});
