import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CollectedSpan, type Collector, startCollector } from '../../testing/collector.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, cutAfter, sendJson } from '../../testing/upstream.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';
const PROMPT = 'a very private question';

let collector: Collector;
const labs: RelayLab[] = [];
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  for (const lab of labs.splice(0)) await lab.close();
  await collector.close();
});

async function startLab(ratio: string, options: Parameters<typeof startRelayLab>[0] = {}): Promise<RelayLab> {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: ratio };
  const lab = await startRelayLab({ quota: 100_000_000, tracePauseMs: 20, environment, ...options });
  labs.push(lab);
  return lab;
}

const ask = { messages: [{ role: 'user', content: PROMPT }] };

function names(spans: readonly CollectedSpan[]): string[] {
  return spans.map(({ name }) => name);
}
function find(name: string): CollectedSpan {
  const span = collector.spans.find((each) => each.name === name);
  if (!span) throw new Error(`no ${name} in ${names(collector.spans).join(', ')}`);
  return span;
}

test('a call is a span with the steps of the ledger, the attempt and its answer below it', async () => {
  const lab = await startLab('1');
  const response = await lab.chat(ask);
  expect(response.status).toBe(200);
  const spans = await collector.received(5);
  expect(names(spans)).toEqual([
    'POST chat',
    'ledger reserve',
    'chat gpt-4o',
    'forward response',
    'ledger settle',
  ]);
  const [root, ...steps] = spans;
  expect(root).toMatchObject({ kind: 2, resource: { 'service.name': 'tollgate' } });
  expect(root?.parentSpanId).toBeUndefined();
  expect(new Set(steps.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root?.spanId]));
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans.filter(({ status }) => status)).toEqual([]);

  const { rows } = await lab.booked();
  expect(root?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'url.path': '/v1/chat/completions',
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': rows[0]?.prompt_tokens,
    'gen_ai.usage.output_tokens': rows[0]?.completion_tokens,
    'tollgate.quota': rows[0]?.quota,
    'tollgate.request_id': response.headers.get('x-request-id'),
    'user.id': String(lab.payer.id),
  });
  expect(rows[0]?.request_id).toBe(root?.attributes['tollgate.request_id']);
  const attempt = find('chat gpt-4o');
  expect(attempt).toMatchObject({
    kind: 3,
    attributes: {
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.output_tokens': rows[0]?.completion_tokens,
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    },
  });
  expect(lab.upstream.calls[0]?.headers.traceparent).toBe(`00-${attempt.traceId}-${attempt.spanId}-01`);
});

test('no span has a word of the prompt, of the answer or of a key', async () => {
  const lab = await startLab('1', { channel: false, script: completion({ text: 'a very private answer' }) });
  await lab.channel({ key: 'sk-of-the-provider-123' });
  expect((await lab.chat(ask)).status).toBe(200);
  lab.upstream.script = (_, response) =>
    sendJson(response, 400, { error: { message: `cannot read: ${PROMPT}`, code: 'bad_prompt' } });
  expect((await lab.chat(ask)).status).toBe(400);
  expect((await lab.chat({ ...ask, model: 'sk-a-key-as-a-model-name' })).status).toBe(404);
  await collector.received(10);
  const sent = collector.requests.map(({ body }) => body).join();
  for (const secret of ['private', 'sk-of-the-provider', lab.key, lab.key.slice(3), 'sk-a-key'])
    expect(sent, secret).not.toContain(secret);
});

test('each attempt is a span, and a failed one says why', async () => {
  const lab = await startLab('1', { channel: false });
  await lab.channel({ priority: 9, key: 'sk-failing' });
  const working = await lab.channel({ priority: 1, key: 'sk-working' });
  const answer = completion();
  lab.upstream.script = (request, response) =>
    request.headers.authorization === 'Bearer sk-failing'
      ? sendJson(response, 500, { error: { message: 'broken' } })
      : answer(request, response);
  await lab.option('RetryTimes', 1);
  expect((await lab.chat(ask)).status).toBe(200);
  await collector.received(6);
  const [failed, served] = collector.spans.filter(({ kind }) => kind === 3);
  expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } });
  expect(served?.status).toBeUndefined();
  expect(served?.attributes['tollgate.channel.id']).toBe(working);
  expect(find('POST chat').status).toBeUndefined();
});

test('a conversion is a span on the way there and on the way back', async () => {
  const lab = await startLab('1', {
    channel: false,
    script: (_, response) =>
      sendJson(response, 200, {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-3-7-sonnet-20250219' },
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 9, output_tokens: 2 },
      }),
  });
  await lab.channel({ type: 14, models: 'claude-3-7-sonnet-20250219' });
  expect((await lab.chat({ ...ask, model: 'claude-3-7-sonnet-20250219' })).status).toBe(200);
  await collector.received(6);
  for (const name of ['convert request', 'convert response'])
    expect(find(name).attributes).toEqual({
      'tollgate.dialect': 'openai-chat',
      'tollgate.upstream_dialect': 'anthropic-messages',
    });
  expect(find('chat claude-3-7-sonnet-20250219').attributes['gen_ai.provider.name']).toBe('anthropic');
});

test('the attempt of a stream lasts as long as its answer', async () => {
  const lab = await startLab('1');
  lab.upstream.script = async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n');
    await new Promise((resolve) => setTimeout(resolve, 150));
    response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  };
  await (await lab.chat({ ...ask, stream: true })).text();
  await collector.received(5);
  const { startTimeUnixNano, endTimeUnixNano, attributes } = find('chat gpt-4o');
  expect(Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6).toBeGreaterThan(140);
  expect(attributes['gen_ai.response.time_to_first_chunk']).toBeLessThan(0.14);
});

test('a stream that breaks off has a failed attempt and is a failed call', async () => {
  const lab = await startLab('1', {
    script: cutAfter(['data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n']),
  });
  await (await lab.chat({ ...ask, stream: true })).text().catch(() => {});
  await collector.received(5);
  expect(find('chat gpt-4o')).toMatchObject({
    status: { code: 2 },
    attributes: { 'error.type': 'broken_off' },
  });
  expect(find('POST chat')).toMatchObject({
    status: { code: 2 },
    attributes: { 'error.type': 'broken_off' },
  });
});

test('a caller that leaves its stream is named at the call, which has not failed', async () => {
  const lab = await startLab('1', {
    script: async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n');
      await new Promise((resolve) => setTimeout(resolve, 200));
      response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    },
  });
  const reader = (await lab.chat({ ...ask, stream: true })).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await collector.received(5);
  expect(find('POST chat').attributes['error.type']).toBe('caller_left');
  expect(find('POST chat').status).toBeUndefined();
});

test('a reservation that fails says why', async () => {
  const lab = await startLab('1', { quota: 1 });
  const response = await lab.chat(ask);
  expect(response.status).toBeGreaterThanOrEqual(400);
  await collector.received(2);
  const { attributes, status } = find('ledger reserve');
  expect(status).toEqual({ code: 2 });
  expect(attributes['error.type']).toBe(find('POST chat').attributes['error.type']);
  expect(attributes['error.type']).toMatch(/quota/);
});

test('the caller decides whether its trace is recorded, whatever the share', async () => {
  const lab = await startLab('0');
  await lab.chat(ask, { traceparent: `${PARENT}-01`, tracestate: 'vendor=1' });
  const [root] = await collector.received(5);
  expect(root).toMatchObject({
    traceId: PARENT.slice(3, 35),
    parentSpanId: PARENT.slice(36),
    traceState: 'vendor=1',
  });
  expect(lab.upstream.calls[0]?.headers).toMatchObject({ tracestate: 'vendor=1' });

  await lab.chat(ask, { traceparent: `${PARENT}-00` });
  expect(lab.upstream.calls[1]?.headers.traceparent).toBe(`${PARENT}-00`);
  await lab.chat(ask);
  expect(lab.upstream.calls[2]?.headers.traceparent).toBeUndefined();
  await lab.relay.close();
  expect(collector.spans).toHaveLength(5);
});

test('a share of the calls is recorded', async () => {
  const draws = [0.05, 0.5, 0.2, 0.09, 0.99];
  const lab = await startLab('', { random: () => draws.shift() ?? 0.99, channel: false });
  for (let index = 0; index < 5; index += 1) expect((await lab.chat(ask)).status).toBe(404);
  await lab.relay.close();
  expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(2);
});

test('lines of the log about a call have its request id and its trace', async () => {
  const lines: string[] = [];
  const lab = await startLab('1', {
    log: { write: (line) => void lines.push(line) },
    script: (_, response) => sendJson(response, 200, { choices: 'none', usage: 1 }),
    channel: false,
  });
  await lab.channel({ type: 14, models: 'claude-3-7-sonnet-20250219' });
  await lab.chat({ ...ask, model: 'claude-3-7-sonnet-20250219' });
  await collector.received(5);
  const { traceId, attributes } = find('POST chat');
  const line = lines.map((each) => JSON.parse(each)).find(({ requestId }) => requestId !== undefined);
  expect(line).toMatchObject({ traceId, requestId: attributes['tollgate.request_id'] });
  expect(lines.join()).not.toContain(lab.key);
});

test('calls do not wait for a collector that never answers', async () => {
  collector.answer = () => {};
  const lab = await startLab('1');
  await lab.chat(ask);
  await expect.poll(() => collector.requests.length).toBe(1);
  for (let index = 0; index < 20; index += 1) expect((await lab.chat(ask)).status).toBe(200);
  expect(collector.requests).toHaveLength(1); // which is still without an answer
  expect(collector.spans).toEqual([]);
});
