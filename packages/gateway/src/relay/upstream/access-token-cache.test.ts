import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { CLAUDE, claudeEvents, claudeMessage } from '../../testing/recorded-claude.ts';
import { GEMINI, geminiAnswer } from '../../testing/recorded-gemini.ts';
import { awsMessage, hostedVendors } from '../../testing/recorded-hosts.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendJson } from '../../testing/upstream.ts';

let lab: RelayLab;
let clock = Date.now();
let baiduId = 0;
/** Access tokens are numbered; the vendor accepts this number and later ones. */
let given = 0;
let taken = 1;

const WENXIN = 'ERNIE-4.0-8K';
const usage = { prompt_tokens: 12, completion_tokens: 6, total_tokens: 18 };
const serviceAccount = () =>
  JSON.stringify({
    ...JSON.parse(hostedVendors.find(({ type }) => type === 41)?.channel.key ?? ''),
    token_uri: `${lab.upstream.url}/token`,
  });

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false, now: () => clock });
  await lab.option('ModelRatio', { [WENXIN]: 1, [GEMINI]: 1, [CLAUDE]: 1, aws: 1, embed: 1 });
  baiduId = await lab.channel({
    type: 15,
    key: 'api-key-of-baidu|secret-of-baidu',
    models: `${WENXIN},embed`,
    model_mapping: '{"embed":"bge-large-zh"}',
  });
  await lab.channel({ type: 41, key: serviceAccount(), other: 'us-central1', models: `${GEMINI},${CLAUDE}` });
  await lab.channel({
    type: 33,
    key: 'AKIAIOSFODNN7EXAMPLE|wJalrXUtnFEMI-of-aws|eu-west-1',
    models: 'aws',
    model_mapping: `{"aws":"${CLAUDE}"}`,
  });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

/** A vendor that issues access tokens and rejects old ones in its own format. */
function vendor(answer: Script): Script {
  return (call, response) => {
    if (/token\?|^\/token/.test(call.path)) {
      given += 1;
      return sendJson(response, 200, { access_token: `pass-${given}`, expires_in: 3600 });
    }
    const shown =
      /access_token=pass-(\d+)/.exec(call.path)?.[1] ??
      /pass-(\d+)/.exec(call.headers.authorization ?? '')?.[1];
    if (Number(shown ?? 0) >= taken) return answer(call, response);
    return call.path.includes('wenxin')
      ? sendJson(response, 200, { error_code: 111, error_msg: 'Access token expired' })
      : sendJson(response, 401, { error: { message: 'expired' } });
  };
}
const wenxin = vendor((_, response) =>
  sendJson(response, 200, { id: 'as-1', result: 'Hello there', is_truncated: false, usage }),
);
const callCount = (pattern: RegExp) => lab.upstream.calls.filter(({ path }) => pattern.test(path)).length;
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}`, ...headers },
    body: JSON.stringify(body),
  });

test('an access token is fetched once when many calls run at the same time', async () => {
  lab.upstream.script = wenxin;
  const answers = await Promise.all([1, 2, 3, 4].map(() => lab.chat({ model: WENXIN })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await lab.chat({ model: WENXIN })).status).toBe(200);
  expect(callCount(/oauth/)).toBe(1);
  expect(lab.upstream.calls[0]).toMatchObject({
    path: '/oauth/2.0/token?grant_type=client_credentials&client_id=api-key-of-baidu&client_secret=secret-of-baidu',
  });
});

test('an access token is fetched again shortly before it expires', async () => {
  lab.upstream.script = wenxin;
  clock += 58 * 60_000;
  await lab.chat({ model: WENXIN });
  expect(callCount(/oauth/)).toBe(0);
  clock += 90_000;
  await lab.chat({ model: WENXIN });
  expect(callCount(/oauth/)).toBe(1);
});

test('an access token is replaced within the call when the vendor rejects it, and the channel stays enabled', async () => {
  lab.upstream.script = wenxin;
  taken = given + 1;
  expect((await lab.chat({ model: WENXIN })).status).toBe(200);
  expect(callCount(/oauth/)).toBe(1);
  const channel = await lab.ctx.db
    .selectFrom('channels')
    .select('status')
    .where('id', '=', baiduId)
    .executeTakeFirst();
  expect(channel?.status).toBe(1);
  taken = 1;
});

test('a channel is disabled with the reason when its key gets no access token', async () => {
  const spare = await lab.channel({ type: 15, key: 'other-key|other-secret-of-baidu', models: 'only-here' });
  await lab.option('ModelRatio', { [WENXIN]: 1, [GEMINI]: 1, [CLAUDE]: 1, aws: 1, embed: 1, 'only-here': 1 });
  await lab.option('AutomaticDisableChannelEnabled', true);
  lab.upstream.script = (_, response) =>
    sendJson(response, 400, {
      error: 'invalid_client',
      error_description: 'unknown client id other-secret-of-baidu',
    });
  const answer = await lab.chat({ model: 'only-here' });
  expect(answer.status).toBe(502);
  const text = await answer.text();
  expect(text).toContain('unknown client id');
  expect(text).not.toContain('other-secret-of-baidu');
  const status = () =>
    lab.ctx.db.selectFrom('channels').select('status').where('id', '=', spare).executeTakeFirst();
  await expect.poll(status, { timeout: 10_000 }).toEqual({ status: 3 });
});

test('embeddings of Wenxin use the same access token and their own path', async () => {
  const data = [{ object: 'embedding', index: 0, embedding: [0.5] }];
  lab.upstream.script = vendor((_, response) =>
    sendJson(response, 200, { object: 'embedding_list', data, usage: { prompt_tokens: 3, total_tokens: 3 } }),
  );
  const answer = await post('/v1/embeddings', { model: 'embed', input: 'Hi' });
  expect(await answer.json()).toMatchObject({ data });
  expect(lab.upstream.calls.at(-1)?.path).toMatch(
    /\/wenxinworkshop\/embeddings\/bge_large_zh\?access_token=pass-\d+$/,
  );
  expect(lab.upstream.calls.at(-1)?.json).toEqual({ input: ['Hi'] });
  expect((await lastRow(lab)).prompt_tokens).toBe(3);
});

test('a tool call of Wenxin reaches the caller, and its result the vendor', async () => {
  const call = { name: 'get_weather', arguments: '{"city":"Bern"}' };
  lab.upstream.script = vendor((_, response) =>
    sendJson(response, 200, { id: 'as-1', result: '', function_call: call, usage }),
  );
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }];
  const messages = [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: call }] },
    { role: 'tool', tool_call_id: 'c', content: 'rain' },
  ];
  const answer = await lab.chat({ model: WENXIN, messages, tools });
  expect(await answer.json()).toMatchObject({
    choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ function: call }] } }],
  });
  expect(lab.upstream.calls.at(-1)?.json).toMatchObject({
    system: 'Be brief',
    functions: [{ name: 'get_weather' }],
    messages: [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', function_call: call },
      { role: 'function', content: 'rain' },
    ],
  });
});

test("a request in Google's format passes through to Vertex", async () => {
  lab.upstream.script = vendor((_, response) => sendJson(response, 200, geminiAnswer));
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
  const answer = await post(`/v1beta/models/${GEMINI}:generateContent`, { contents });
  expect(await answer.json()).toEqual(geminiAnswer);
  expect(lab.upstream.calls.at(-1)?.json).toEqual({ contents });
  expect(lab.upstream.calls.at(-1)?.headers.authorization).toMatch(/^Bearer pass-\d+$/);
});

test('embeddings of Vertex use its format and are charged by its reported tokens', async () => {
  const vector = (values: number[], token_count: number) => ({
    embeddings: { values, statistics: { token_count, truncated: false } },
  });
  const predictions = [vector([0.5], 3), vector([0.25], 4)];
  lab.upstream.script = vendor((_, response) => sendJson(response, 200, { predictions }));
  const answer = await post('/v1/embeddings', { model: GEMINI, input: ['Hi', 'there'], dimensions: 1 });
  expect(await answer.json()).toMatchObject({
    data: [{ embedding: [0.5] }, { index: 1, embedding: [0.25] }],
    usage: { prompt_tokens: 7 },
  });
  expect(lab.upstream.calls.at(-1)?.path).toMatch(/\/publishers\/google\/models\/[^/]+:predict$/);
  expect(lab.upstream.calls.at(-1)?.json).toEqual({
    instances: [{ content: 'Hi' }, { content: 'there' }],
    parameters: { outputDimensionality: 1 },
  });
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 7, completion_tokens: 0, quota: 7 });
});

const claudeCall = { max_tokens: 90, messages: [{ role: 'user', content: 'Hi' }] };

test.each([
  [CLAUDE, 'vertex-2023-10-16', /claude-3-7-sonnet%4020250219:streamRawPredict\?alt=sse$/, { stream: true }],
  [
    'aws',
    'bedrock-2023-05-31',
    /\/model\/eu\.anthropic\.claude-3-7-sonnet-20250219-v1%3A0\/invoke-with-response-stream$/,
    {},
  ],
])(
  'a caller of Claude is passed through to %s: the version goes into the body, the model into the address',
  async (model, version, path, stream) => {
    const frames = claudeEvents.map((event) =>
      model === 'aws'
        ? awsMessage(
            { ':event-type': 'chunk', ':message-type': 'event' },
            { bytes: Buffer.from(event.slice(event.indexOf('{')).trim()).toString('base64') },
          )
        : event,
    );
    const answer: Script = (_, response) => {
      response.writeHead(200, {
        'content-type': model === 'aws' ? 'application/vnd.amazon.eventstream' : 'text/event-stream',
      });
      for (const frame of frames) response.write(frame);
      response.end();
    };
    lab.upstream.script = model === 'aws' ? answer : vendor(answer);
    const beta = {
      'anthropic-beta': 'claude-code-20250219, compact-2026-01-12, advanced-tool-use-2025-11-20',
    };
    const reply = await post('/v1/messages', { model, ...claudeCall, stream: true }, beta);
    expect(await reply.text()).toBe(claudeEvents.join(''));
    expect(lab.upstream.calls.at(-1)?.path).toMatch(path);
    expect(lab.upstream.calls.at(-1)?.json).toEqual({
      ...claudeCall,
      ...stream,
      anthropic_version: version,
      anthropic_beta: ['compact-2026-01-12', 'tool-search-tool-2025-10-19'],
    });
    // Google requires some of them in the header too.
    expect(lab.upstream.calls.at(-1)?.headers['anthropic-beta']).toBe(
      model === 'aws' ? undefined : 'compact-2026-01-12,tool-search-tool-2025-10-19',
    );
    expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 500, completion_tokens: 50 });
  },
);

test('a whole message of Claude at Amazon passes unchanged', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, claudeMessage);
  const answer = await post('/v1/messages', { model: 'aws', ...claudeCall });
  expect(await answer.json()).toEqual(claudeMessage);
});

test('an exception in a stream of Amazon is an error before and after the first words', async () => {
  const chunk = (at: number) =>
    awsMessage(
      { ':event-type': 'chunk', ':message-type': 'event' },
      {
        bytes: Buffer.from(
          String(claudeEvents[at]).slice(String(claudeEvents[at]).indexOf('{')).trim(),
        ).toString('base64'),
      },
    );
  const broken = awsMessage(
    { ':exception-type': 'throttlingException', ':message-type': 'exception' },
    { message: 'Too many tokens, slow down.' },
  );
  for (const words of [0, 4]) {
    lab.upstream.script = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      for (let at = 0; at < words; at += 1) response.write(chunk(at));
      response.end(broken);
    };
    const answer = await lab.chat({ model: 'aws', stream: true });
    expect(answer.status).toBe(words ? 200 : 529);
    const text = await answer.text();
    expect(text).toContain('"error"');
    expect(text).not.toContain('[DONE]');
  }
});

test('a stream ends with an error when its bytes are not messages of Amazon', async () => {
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    response.end('this is not what was promised');
  };
  expect((await lab.chat({ model: 'aws', stream: true })).status).toBe(502);
});
