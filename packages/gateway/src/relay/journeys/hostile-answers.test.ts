import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendEvents } from '../../testing/upstream.ts';

const VECTORS = 'text-embedding-3-small';
const CLAUDE = 'claude-3-5-haiku-20241022';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
  await lab.channel({ models: VECTORS });
  await lab.channel({ type: 14, models: CLAUDE });
});
afterAll(() => lab.close());

test('two thousand embeddings pass as the provider wrote them', async () => {
  const vector = Array.from({ length: 512 }, (_, index) => Math.sin(index));
  const data = Array.from({ length: 2048 }, (_, index) => ({
    object: 'embedding',
    index,
    embedding: vector,
  }));
  const usage = { prompt_tokens: 5, total_tokens: 5 };
  const whole = JSON.stringify({ object: 'list', data, usage });
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(whole);
  };
  const answer = await fetch(`${lab.url}/v1/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ model: VECTORS, input: 'x' }),
  });
  expect(await answer.text()).toBe(whole);
  expect(await lastRow(lab)).toMatchObject({ prompt_tokens: 5, billing_basis: 'upstream_usage' });
});

test('a response passes and is charged by a count when it has too much structure', async () => {
  const usage = '"usage":{"prompt_tokens":5000,"completion_tokens":7,"total_tokens":5007}';
  const odd = `{"choices":[{"message":{"content":"Hello"}}],${usage},${Array.from({ length: 200_000 }, (_, n) => `"${n}":1`)}}`;
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(odd);
  };
  expect(await (await lab.chat()).text()).toBe(odd);
  expect(await lastRow(lab)).toMatchObject({ billing_basis: 'counted' });
});

test('a converted stream ends with an error event when an event has too much structure', async () => {
  const frame = (type: string, fields: string) => `event: ${type}\ndata: {"type":"${type}",${fields}}\n\n`;
  const streamWith = (more: string) =>
    sendEvents([
      frame('message_start', '"message":{"id":"m","usage":{"input_tokens":3,"output_tokens":1}}'),
      frame('content_block_start', '"index":0,"content_block":{"type":"text","text":""}'),
      frame('content_block_delta', `"index":0,"delta":{"type":"text_delta","text":"Hello"}${more}`),
      frame('content_block_stop', '"index":0'),
      frame('message_delta', '"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}'),
      frame('message_stop', '"more":1'),
    ]);
  const ask = async () => (await lab.chat({ model: CLAUDE, stream: true })).text();

  lab.upstream.script = streamWith('');
  expect(await ask()).toMatch(/"content":"Hello"[\s\S]*\[DONE\]/);
  // More items than an event may have, and fewer than a whole answer may have.
  lab.upstream.script = streamWith(`,"list":[${Array(150_000).fill(1)}]`);
  const answer = await ask();
  expect(answer).toMatch(/"code":"upstream_\w+"/);
  expect(answer).not.toContain('Hello');
});
