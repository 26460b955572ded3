import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { CLAUDE, claudeEvents, claudeMessage } from '../../testing/recorded-claude.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startClaudeLab } from '../../testing/relay-labs.ts';
import { completion, cutAfter, fail, sendEvents, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let anthropic: Anthropic;

beforeAll(async () => {
  lab = await startClaudeLab();
  anthropic = new Anthropic({ baseURL: lab.url, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = completion();
});

/** (100 + 400 x 0.1 + 50 x 5) x 1.5 */
const COST = 585;

function send(body: object, headers: Record<string, string> = {}) {
  return fetch(`${lab.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': lab.key, ...headers },
    body: JSON.stringify({
      model: CLAUDE,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Hi' }],
      ...body,
    }),
  });
}

test('a Claude call at Claude passes unchanged and pays what the provider reports', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, claudeMessage);
  const answer = await send(
    { model: 'alias', invented: { b: 2 }, metadata: { user_id: 'u' } },
    {
      'anthropic-version': '2099-01-01',
      'anthropic-beta': 'new-thing-2099',
    },
  );
  expect(await answer.text()).toBe(JSON.stringify(claudeMessage));
  const call = lab.upstream.calls.at(-1);
  expect(call?.path).toBe('/v1/messages');
  expect(call?.body.toString()).toBe(
    `{"model":"${CLAUDE}","max_tokens":100,"messages":[{"role":"user","content":"Hi"}],"invented":{"b":2},"metadata":{"user_id":"u"}}`,
  );
  expect(call?.headers).toMatchObject({
    'x-api-key': 'sk-ant-secret-key-1',
    'anthropic-version': '2099-01-01',
    'anthropic-beta': 'new-thing-2099',
  });
  expect(call?.headers.authorization).toBeUndefined();
  // The alias has its own ratio and none for its cache or its answers: (500 + 50) x 1.5
  expect(await lastRow(lab)).toMatchObject({
    quota: 825,
    prompt_tokens: 500,
    billing_basis: 'upstream_usage',
  });
});

test('a Claude stream at Claude passes unchanged, costs the same, and ends only after settlement', async () => {
  for (const pieces of [
    claudeEvents,
    [claudeEvents.join('').slice(0, 700), claudeEvents.join('').slice(700)],
  ]) {
    lab.upstream.script = sendEvents(pieces);
    const answer = await send({ stream: true });
    expect(await answer.text()).toBe(claudeEvents.join(''));
    expect(await lastRow(lab)).toMatchObject({ quota: COST, is_stream: 1, billing_basis: 'upstream_usage' });
  }
});

test('the official client is served by Claude, whole and streamed', async () => {
  const request = { model: CLAUDE, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] };
  lab.upstream.script = (_, response) => sendJson(response, 200, claudeMessage);
  expect((await anthropic.messages.create(request)).content[0]).toMatchObject({ text: 'Hello there' });
  lab.upstream.script = sendEvents(claudeEvents);
  const answer = await anthropic.messages.stream(request).finalMessage();
  expect(answer).toMatchObject({ stop_reason: 'end_turn', usage: { output_tokens: 50 } });
});

test('a cut stream ends with an error event and never with a stop', async () => {
  for (const script of [cutAfter(claudeEvents.slice(0, 4)), sendEvents(claudeEvents.slice(0, 4))]) {
    lab.upstream.script = script;
    const text = await (await send({ stream: true })).text();
    expect(text.startsWith(claudeEvents.slice(0, 4).join(''))).toBe(true);
    expect(text).not.toContain('message_stop');
    expect(text).toMatch(
      /\nevent: error\ndata: \{"type":"error","error":\{"type":"api_error".*"code":"upstream_cut"/,
    );
    expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 500, billing_basis: 'counted' });
  }
  const stream = anthropic.messages.stream({
    model: CLAUDE,
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi' }],
  });
  await expect(stream.finalMessage()).rejects.toThrow('closed the connection');
});

test("a provider's error event passes and is the last one", async () => {
  const error =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  lab.upstream.script = sendEvents([...claudeEvents.slice(0, 4), error]);
  expect(await (await send({ stream: true })).text()).toBe(claudeEvents.slice(0, 4).join('') + error);
  expect((await lastRow(lab)).billing_basis).toBe('counted');
});

test.each([
  [{ max_tokens: undefined }, {}, 400, 'invalid_request_error'],
  [{ messages: [] }, {}, 400, 'invalid_request_error'],
  [{}, { 'x-api-key': 'sk-unknown' }, 401, 'authentication_error'],
  [{ model: 'unknown-model' }, {}, 404, 'not_found_error'],
])('refusals have the shape that clients of Claude read', async (body, headers, status, kind) => {
  const answer = await send(body, headers as Record<string, string>);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ type: 'error', error: { type: kind } });
});

test("a provider's error keeps its status and message without the key", async () => {
  lab.upstream.script = fail(529, {
    type: 'error',
    error: { type: 'overloaded_error', message: 'sk-ant-secret-key-1 is busy' },
  });
  const error = await anthropic.messages
    .create({ model: CLAUDE, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] })
    .catch((reason: unknown) => reason as InstanceType<typeof Anthropic.APIError>);
  expect(error).toMatchObject({ status: 529 });
  expect(String(error)).toContain('is busy');
  expect(String(error)).not.toContain('secret-key');
});

test('prompts are counted for free by Claude where it serves, else by the gateway', async () => {
  const { balance } = await lab.booked();
  lab.upstream.script = (_, response) => sendJson(response, 200, { input_tokens: 4711 });
  const messages = [{ role: 'user' as const, content: 'one two three' }];
  expect(await anthropic.messages.countTokens({ model: CLAUDE, messages })).toEqual({ input_tokens: 4711 });
  expect(lab.upstream.calls.at(-1)?.path).toBe('/v1/messages/count_tokens');
  const counted = await anthropic.messages.countTokens({ model: 'gpt-4o', messages });
  expect(counted.input_tokens).toBeGreaterThan(3);
  expect(counted.input_tokens).toBeLessThan(30);
  await expect(anthropic.messages.countTokens({ model: 'unknown', messages })).rejects.toThrow('unknown');
  expect((await lab.booked()).balance).toBe(balance);
});
