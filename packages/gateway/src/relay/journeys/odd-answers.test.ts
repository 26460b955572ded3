import { afterAll, beforeAll, expect, test } from 'vitest';
import { callers } from '../../testing/callers.ts';
import { ask, askAll, startFaultLab } from '../../testing/fault-lab.ts';
import { recordedStreams } from '../../testing/recorded-streams.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { fail, type Script } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startFaultLab();
});
afterAll(() => lab.close());

function raw(status: number, type: string | undefined, body: string): Script {
  return (_, response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type });
    response.end(body);
  };
}

const { begin, end } = recordedStreams.openai;
const events = [...begin, ...end].join('');

test.each([
  ['text/plain', 'text/plain'],
  ['no content type', undefined],
])('a stream with %s is a stream', async (_, type) => {
  lab.upstream.script = raw(200, type, events);
  for (const caller of ['chat', 'messages'] as const) {
    const { status, text } = await askAll(lab, { caller, vendor: 'openai' });
    expect(status).toBe(200);
    expect(text).toContain('three');
    expect(text).toContain(callers[caller].end);
  }
});

test.each([
  ['204', raw(204, undefined, ''), 'upstream_no_content', /status 204 without content/],
  ['an empty body', raw(200, 'application/json', ''), 'upstream_no_content', /status 200 without content/],
  ['a web page', raw(200, 'text/html', '<!doctype html><p>Hi'), 'upstream_page', /web page.*base URL/],
  ['plain text', raw(200, 'text/plain', 'ok'), 'upstream_no_json', /text instead of JSON/],
] as const)('%s instead of an answer is explained', async (_, script, code, message) => {
  lab.upstream.script = script;
  for (const stream of [false, true]) {
    const { status, text } = await askAll(lab, { caller: 'chat', vendor: 'openai', stream });
    expect(status).toBe(502);
    expect(JSON.parse(text).error.code).toBe(code);
    expect(JSON.parse(text).error.message).toMatch(message);
  }
});

test('an empty stream is explained', async () => {
  lab.upstream.script = raw(200, 'text/event-stream', '');
  const { status, text } = await askAll(lab, { caller: 'chat', vendor: 'openai' });
  expect([status, JSON.parse(text).error.code]).toEqual([502, 'upstream_no_events']);
});

const googleError = {
  error: {
    code: 429,
    message: 'Quota exceeded',
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }],
  },
};

test('the name and the retry delay of an error of Google reach callers of every dialect', async () => {
  lab.upstream.script = fail(429, googleError);
  const gemini = await askAll(lab, { caller: 'gemini', vendor: 'gemini', stream: false });
  expect(gemini.headers.get('retry-after')).toBe('35');
  expect(JSON.parse(gemini.text).error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
  expect(JSON.parse(gemini.text).error.details).toContainEqual({
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: '35s',
  });

  const chat = await askAll(lab, { caller: 'chat', vendor: 'gemini', stream: false });
  expect(chat.headers.get('retry-after')).toBe('35');
  expect(JSON.parse(chat.text).error).toMatchObject({
    type: 'rate_limit_error',
    code: 'RESOURCE_EXHAUSTED',
  });

  lab.upstream.script = fail(400, { error: { code: 400, message: 'no', status: 'FAILED_PRECONDITION' } });
  const same = await askAll(lab, { caller: 'gemini', vendor: 'gemini', stream: false });
  expect(JSON.parse(same.text).error.status).toBe('FAILED_PRECONDITION');
});

test("the provider's rate limits reach the caller of an answer, a stream and an error", async () => {
  const limits = {
    'x-ratelimit-remaining-requests': '59',
    'anthropic-ratelimit-tokens-reset': '2030-01-01T00:00:00Z',
    'openai-organization': 'org-secret',
  };
  const scripts: [Script, boolean][] = [
    [fail(200, plain(), limits), false],
    [
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', ...limits });
        response.end(events);
      },
      true,
    ],
    [fail(429, {}, { ...limits, 'retry-after': '7', 'retry-after-ms': '6500' }), false],
  ];
  for (const [script, stream] of scripts) {
    lab.upstream.script = script;
    const { headers } = await ask(lab, { caller: 'chat', vendor: 'openai', stream });
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('59');
    expect(headers.get('anthropic-ratelimit-tokens-reset')).toBe('2030-01-01T00:00:00Z');
    expect(headers.get('openai-organization')).toBeNull();
  }
  const refused = await ask(lab, { caller: 'chat', vendor: 'openai', stream: false });
  expect(refused.headers.get('retry-after')).toBe('7');
  expect(refused.headers.get('retry-after-ms')).toBe('6500');
});

function plain(): object {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }];
  return {
    id: 'c1',
    object: 'chat.completion',
    model: 'm',
    choices,
    usage: { prompt_tokens: 9, completion_tokens: 1 },
  };
}
