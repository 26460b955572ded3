import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAUDE, claudeEvents, claudeMessage } from '../../testing/recorded-claude.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startClaudeLab } from '../../testing/relay-labs.ts';
import { completion, fail, sendEvents, sendJson } from '../../testing/upstream.ts';

/** What the official clients read from headers, over a real socket. */
let lab: RelayLab;
let openai: OpenAI;
let anthropic: Anthropic;
beforeAll(async () => {
  lab = await startClaudeLab();
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: lab.url, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

const ID = /^\d{14}/;
const messages = [{ role: 'user' as const, content: 'Hi' }];
const chat = { model: 'gpt-4o', messages };
const claude = { model: CLAUDE, max_tokens: 10, messages };
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('the OpenAI client finds the request id of answers, streams and errors', async () => {
  lab.upstream.script = completion();
  expect((await openai.chat.completions.create(chat))._request_id).toMatch(ID);
  const { data, request_id } = await openai.chat.completions.create({ ...chat, stream: true }).withResponse();
  for await (const _ of data);
  expect(request_id).toMatch(ID);
  const error = await failure(openai.chat.completions.create({ ...chat, model: 'unknown' }));
  expect(error).toMatchObject({ status: 404, requestID: expect.stringMatching(ID) });
});

test('the Anthropic client finds the request id of answers, streams and errors', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, claudeMessage);
  expect((await anthropic.messages.create(claude))._request_id).toMatch(ID);
  lab.upstream.script = sendEvents(claudeEvents);
  const { data, request_id } = await anthropic.messages.create({ ...claude, stream: true }).withResponse();
  for await (const _ of data);
  expect(request_id).toMatch(ID);
  const error = await failure(anthropic.messages.create({ ...claude, model: 'unknown' }));
  expect(error).toMatchObject({ status: 404, requestID: expect.stringMatching(ID) });
});

test('a client waits as long as the provider says, to the millisecond, before it tries again', async () => {
  const limited = fail(
    429,
    { error: { message: 'slow down' } },
    { 'retry-after-ms': '40', 'retry-after': '3' },
  );
  let calls = 0;
  lab.upstream.script = (call, response) => {
    calls += 1;
    return calls === 1 ? limited(call, response) : completion()(call, response);
  };
  const pauses: (string | null)[] = [];
  const retrying = openai.withOptions({
    maxRetries: 1,
    fetch: async (...request) => {
      const response = await fetch(...request);
      pauses.push(response.headers.get('retry-after-ms'));
      return response;
    },
  });
  await retrying.chat.completions.create(chat);
  expect(calls).toBe(2);
  expect(pauses).toEqual(['40', null]);
});

test.each([1, 8])(
  'an upload of %i MB to an endpoint that is not available is refused in words',
  async (megabytes) => {
    const file = () =>
      toFile(Buffer.alloc(megabytes * 1024 * 1024, 'a'), 'notes.txt', { type: 'text/plain' });
    const own = await failure(openai.files.create({ file: await file(), purpose: 'assistants' }));
    expect(own).toMatchObject({ status: 501, code: 'api_not_implemented' });
    const other = await failure(anthropic.beta.files.upload({ file: await file() }));
    expect(other).toMatchObject({ status: 501, requestID: expect.stringMatching(ID) });
  },
);
