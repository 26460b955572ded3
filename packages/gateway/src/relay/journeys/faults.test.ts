import { recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectRest } from '../../testing/fault-lab.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import {
  completion,
  cutAfter,
  fail,
  type ReceivedCall,
  type Script,
  sendEvents,
  streamOf,
} from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000 });
});
afterAll(() => lab.close());
beforeEach(() => lab.option('RetryTimes', 0));

const streamedCall = {
  json: { model: 'gpt-4o', stream_options: { include_usage: true } },
} as unknown as ReceivedCall;
const frames = streamOf(streamedCall, { text: 'one two three four five' });
const opening = frames.slice(0, 5);

/** Sends a call. Returns the caller's response and its cost. */
async function call(script: Script, body: object = {}) {
  const before = await lab.booked();
  lab.upstream.script = script;
  const answer = await lab.chat(body);
  const text = await answer.text();
  await expectRest(lab);
  const after = await lab.booked();
  const rows = after.rows.slice(before.rows.length);
  for (const row of rows) expect(recomputeQuota(row)).toBe(row.quota);
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    cost: before.balance - after.balance,
    row: rows[0],
  };
}

test('Retry-After of a busy provider reaches the caller', async () => {
  const seen = await call(fail(429, {}, { 'retry-after': '7' }));
  expect(seen.headers.get('retry-after')).toBe('7');
});

test.each<[string, Script]>([
  ['is cut', cutAfter(opening)],
  ['is cut within an event', cutAfter([...opening, 'data: {"choi'])],
  ['ends too early', sendEvents(opening)],
])(
  'a stream that %s ends with an error event, is charged for what came, and never pretends to be whole',
  async (_, script) => {
    const seen = await call(script, { stream: true });
    expect(seen.status).toBe(200);
    const events = seen.text.trim().split('\n\n');
    expect(seen.text.startsWith(opening.join(''))).toBe(true);
    expect(JSON.parse(events.at(-1)?.replace('data: ', '') ?? '').error).toMatchObject({
      code: 'upstream_cut',
    });
    expect(seen.text).not.toContain('[DONE]');
    expect(seen.row).toMatchObject({ billing_basis: 'counted' });
    expect(seen.cost).toBe(seen.row?.quota);
    expect(seen.cost).toBeGreaterThan(0);
    expect(seen.row?.completion_tokens).toBeLessThan(10);
  },
);

test("an upstream's error event passes unchanged and is the last one", async () => {
  const error = 'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n';
  const seen = await call(sendEvents([...opening, error]), { stream: true });
  expect(seen.text).toBe(opening.join('') + error);
  expect(seen.row?.billing_basis).toBe('counted');
});

test('a stream is refused and free when it begins with an error', async () => {
  const seen = await call(sendEvents(['data: {"error":{"message":"no","type":"server_error"}}\n\n']), {
    stream: true,
  });
  expect([seen.status, seen.cost]).toEqual([502, 0]);
});

test.each<[string, Record<string, unknown> | null]>([
  ['no usage', null],
  ['negative usage', { prompt_tokens: -5, completion_tokens: -7 }],
  ['absurd usage', { prompt_tokens: 9e12, completion_tokens: 9e12 }],
  ['usage of another kind', { prompt_tokens: 'many', completion_tokens: 1.5 }],
])('with %s the texts are counted', async (_, usage) => {
  for (const stream of [false, true]) {
    const seen = await call(completion({ text: 'one two three four five', usage }), { stream });
    expect(seen.row).toMatchObject({ billing_basis: 'counted', completion_tokens: 5 });
    expect(seen.row?.prompt_tokens).toBeGreaterThan(5);
    expect(seen.row?.prompt_tokens).toBeLessThan(30);
  }
});

test('cached tokens are limited when their number exceeds all tokens', async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 1000 } };
  const seen = await call(completion({ usage }));
  expect(JSON.parse(seen.row?.other ?? '')).toMatchObject({ cache_tokens: 10, usage_suspect: true });
});

test('a caller who reads slowly gets everything', async () => {
  const big = 'x'.repeat(2000);
  const many = Array.from({ length: 2000 }, () => `data: {"choices":[{"delta":{"content":"${big}"}}]}\n\n`);
  const whole = [...many, 'data: [DONE]\n\n'].join('');
  lab.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(whole);
  };
  const answer = await lab.chat({
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 2_000_000,
  });
  await new Promise((resolve) => setTimeout(resolve, 50)); // readable, but not read
  expect(await answer.text()).toBe(whole);
});

test('an answer ends with the finish reason for its length when it outgrows the money', async () => {
  const poor = await startRelayLab({ quota: 5000 });
  const content = 'word '.repeat(400);
  const event = `data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`;
  poor.upstream.script = sendEvents(
    Array.from({ length: 200 }, () => event),
    { gapMs: 5 },
  );
  const answer = await poor.chat({ stream: true, max_tokens: undefined });
  const text = await answer.text();
  expect(text).toContain('"finish_reason":"length"');
  const { rows } = await poor.booked();
  expect(rows[0]?.quota).toBeGreaterThan(1000);
  await poor.close();
});
