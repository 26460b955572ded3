import { request as httpRequest } from 'node:http';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLAUDE, claudeMessage } from '../../testing/recorded-claude.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startClaudeLab } from '../../testing/relay-labs.ts';
import { completion, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startClaudeLab();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
  lab.upstream.script = completion();
});

function send(path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(lab.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}`, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const messages = [{ role: 'user', content: 'Hi' }];
const chat = { model: 'gpt-4o', messages };

test('every response of the relay has the request id where clients look for it', async () => {
  const answers = [
    await send('/v1/chat/completions', chat),
    await send('/v1/chat/completions', { ...chat, stream: true }),
    await send('/v1/chat/completions', { ...chat, model: 'unknown' }),
    await send('/v1/models'),
    await send('/v1/nowhere', {}),
  ];
  for (const answer of answers) {
    await answer.text();
    const id = answer.headers.get('x-oneapi-request-id');
    expect(id).toMatch(/^\d{14}/);
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(answer.headers.get('request-id')).toBe(id);
  }
  const client = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key });
  const found = await client.chat.completions.create(chat as never).asResponse();
  expect(found.headers.get('x-request-id')).toMatch(/^\d{14}/);
});

test('the marks of beta features reach a provider of the same dialect, and no other', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, claudeMessage);
  const body = { model: CLAUDE, max_tokens: 10, messages };
  await (await send('/v1/messages?beta=true', body, { 'anthropic-beta': 'compact-2026' })).text();
  await (await send('/v1/messages?other=1', body)).text();
  const [beta, plain] = lab.upstream.calls;
  expect([beta?.path, beta?.headers['anthropic-beta']]).toEqual(['/v1/messages?beta=true', 'compact-2026']);
  expect([plain?.path, plain?.headers['anthropic-beta']]).toEqual(['/v1/messages', undefined]);

  lab.upstream.script = completion();
  await (await send('/v1/chat/completions', chat, { 'openai-beta': 'realtime=v1' })).text();
  expect(lab.upstream.calls.at(-1)?.headers['openai-beta']).toBe('realtime=v1');
  lab.upstream.script = (_, response) => sendJson(response, 200, claudeMessage);
  await (await send('/v1/chat/completions', { ...chat, model: CLAUDE }, { 'openai-beta': 'x' })).text();
  expect(lab.upstream.calls.at(-1)?.headers['openai-beta']).toBeUndefined();
});

test('a client whose base URL lacks /v1 gets a JSON error instead of a page, and a browser the page', async () => {
  for (const path of ['/models', '/models/gpt-4o', '/openai/v1/models', '/files']) {
    const answer = await send(path);
    expect(answer.status, path).toBe(404);
    const { error } = (await answer.json()) as { error: { message: string; code: string } };
    expect(error.code).toBe('path_unknown');
    expect(error.message).toContain('base URL');
  }
  const page = await send('/models', undefined, { accept: 'text/html,*/*' });
  expect(page.headers.get('x-request-id')).toBeNull();
});

test('a client that sends its whole form first gets the error of an endpoint that is not available', async () => {
  const total = 8 * 1024 * 1024;
  const { status, text, sent } = await upload(total);
  expect(status).toBe(501);
  expect(JSON.parse(text).error.code).toBe('api_not_implemented');
  expect(sent).toBe(total);
});

/** Sends a body piece by piece, and looks for the response only behind it. */
function upload(total: number): Promise<{ status: number | undefined; text: string; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const request = httpRequest(`${lab.url}/v1/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${lab.key}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': total,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      // The socket may be gone when everything is sent: the text was read before.
      const done = () => resolve({ status: response.statusCode, text, sent });
      response.on('error', done);
      request.once('finish', done);
      if (request.writableFinished) response.on('end', done);
    });
    const piece = Buffer.alloc(256 * 1024, 'a');
    const next = () => {
      if (sent >= total) return void request.end();
      sent += piece.length;
      request.write(piece, () => setTimeout(next, 5));
    };
    next();
  });
}
