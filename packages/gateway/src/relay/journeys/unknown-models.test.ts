import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as sessions from '../../modules/identity/credentials/sessions.ts';
import { makeUser } from '../../testing/factories.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const UNKNOWN = 'unknown-model';
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
  await lab.channel({ models: 'elsewhere', group: 'vip' });
  const off = await lab.channel({ models: 'switched-off' });
  await lab.as('root').send('PUT', '/api/channel/', { body: JSON.stringify({ id: off, status: 2 }) });
  await lab.channel({ models: 'unpriced, gpt-4-gizmo-*' });
  await lab.option('GroupRatio', { default: 1, vip: 1 });
});
afterAll(() => lab.close());

function send(path: string, body: object | FormData, key = lab.key): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
}

const message = { role: 'user', content: 'x' };
const openai: [string, object][] = [
  ['/v1/chat/completions', { messages: [message] }],
  ['/v1/responses', { input: 'x' }],
  ['/v1/completions', { prompt: 'x' }],
  ['/v1/embeddings', { input: 'x' }],
  ['/v1/moderations', { input: 'x' }],
  ['/v1/rerank', { query: 'x', documents: ['x'] }],
  ['/v1/images/generations', { prompt: 'x' }],
  ['/v1/audio/speech', { input: 'x', voice: 'alloy' }],
];

test.each(openai)('%s answers 404 for a model that no channel lists', async (path, body) => {
  const answer = await send(path, { model: UNKNOWN, ...body });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    error: { code: 'model_not_found', message: expect.stringContaining(UNKNOWN) },
  });
});

test('a form answers 404 for a model that no channel lists', async () => {
  const form = new FormData();
  form.set('model', UNKNOWN);
  form.set('file', new Blob(['RIFF']), 'a.wav');
  expect((await send('/v1/audio/transcriptions', form)).status).toBe(404);
});

test.each(['/v1/messages', '/v1/messages/count_tokens'])(
  '%s answers not_found_error for a model that no channel lists',
  async (path) => {
    const answer = await send(path, { model: UNKNOWN, max_tokens: 5, messages: [message] });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
  },
);

test.each(['generateContent', 'streamGenerateContent', 'countTokens', 'embedContent'])(
  '%s answers NOT_FOUND for a model that no channel lists',
  async (task) => {
    const answer = await send(`/v1beta/models/${UNKNOWN}:${task}`, {
      contents: [{ parts: [{ text: 'x' }] }],
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  },
);

test('a realtime session answers 404 for a model that no channel lists', async () => {
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=${UNKNOWN}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
  socket.on('error', () => {});
  const status = await new Promise((resolve) =>
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode)),
  );
  expect(status).toBe(404);
});

test('the playground answers 404 for a model that no channel lists', async () => {
  const secret = await sessions.start(lab.ctx, lab.payer.id, { ip: '127.0.0.1', userAgent: 'test' });
  const answer = await fetch(`${lab.url}/pg/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `sid=${secret}`,
      'new-api-user': String(lab.payer.id),
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ ...hello, model: UNKNOWN, group: '' }),
  });
  expect(answer.status).toBe(404);
});

test.each(['elsewhere', 'switched-off'])(
  'a listed model without a channel for the caller (%s) stays 503',
  async (model) => {
    await lab.option('SelfUseModeEnabled', true);
    const answer = await lab.chat({ model });
    await lab.option('SelfUseModeEnabled', false);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: 'no_channel' } });
  },
);

test('a model whose last channel is deleted becomes unknown at once', async () => {
  const id = await lab.channel({ models: 'short-lived' });
  expect((await lab.chat({ model: 'short-lived' })).status).toBe(500);
  await lab.as('root').send('DELETE', `/api/channel/${id}/`);
  expect((await lab.chat({ model: 'short-lived' })).status).toBe(404);
});

test('a custom GPT is served under the name that all share', async () => {
  lab.upstream.script = completion();
  expect((await lab.chat({ model: 'gpt-4-gizmo-abc' })).status).toBe(200);
  expect((await lab.chat({ model: 'gpt-4o-gizmo-abc' })).status).toBe(404);
});

test('the list of models of a key is checked first', async () => {
  const key = await lab.token({ model_limits_enabled: true, model_limits: 'gpt-4o' });
  expect((await send('/v1/chat/completions', { model: UNKNOWN, messages: [message] }, key)).status).toBe(403);
});

test('an administrator who names a channel skips the check of its models', async () => {
  lab.upstream.script = completion();
  const id = await lab.channel({ models: 'gpt-4o' });
  const admin = await lab.token({}, await makeUser(lab.ctx, { role: 10, quota: 1_000_000 }));
  await lab.option('SelfUseModeEnabled', true);
  const answer = await send(
    '/v1/chat/completions',
    { model: UNKNOWN, messages: [message] },
    `${admin}-${id}`,
  );
  await lab.option('SelfUseModeEnabled', false);
  expect(answer.status).toBe(200);
});

test('the error truncates a long model name', async () => {
  const answer = await lab.chat({ model: 'x'.repeat(255) });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('x'.repeat(101));
});

test('official clients do not retry a model that is unknown or has no price', async () => {
  let tries = 0;
  const counting: typeof fetch = (...call) => {
    tries += 1;
    return fetch(...call);
  };
  const client = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 2, fetch: counting });
  const claude = new Anthropic({ baseURL: lab.url, apiKey: lab.key, maxRetries: 2, fetch: counting });
  const ask = (model: string) =>
    client.chat.completions.create({ model, messages: [{ role: 'user', content: 'x' }] });
  const message = (model: string) =>
    claude.messages.create({ model, max_tokens: 5, messages: [{ role: 'user', content: 'x' }] });
  await expect(ask(UNKNOWN)).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  await expect(message(UNKNOWN)).rejects.toMatchObject({ status: 404 });
  expect(tries).toBe(2);
  await expect(ask('unpriced')).rejects.toMatchObject({ status: 500, code: 'model_price_error' });
  await expect(message('unpriced')).rejects.toMatchObject({ status: 500 });
  expect(tries).toBe(4);
});
