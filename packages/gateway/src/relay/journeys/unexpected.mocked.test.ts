import type * as pricing from '@tollgate/pricing';
import { recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LogRow, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type Script, sendEvents, sendJson, streamOf } from '../../testing/upstream.ts';

/** Simulates a fault in the gateway's own arithmetic. */
const FATAL_TOKENS = 6666;
vi.mock(import('@tollgate/pricing'), async (original) => {
  const real: typeof pricing = await original();
  const quotaOf: typeof real.quotaOf = (price, usage) => {
    if (usage.input === FATAL_TOKENS) throw new Error('planted fault');
    return real.quotaOf(price, usage);
  };
  return { ...real, quotaOf };
});

const CLAUDE = 'claude-3-7-sonnet-20250219';
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000 });
  await lab.channel({ type: 14, models: CLAUDE });
});
afterAll(() => lab.close());

/** Returns what the caller got, and its log row, which is also what left the balance. */
async function call(script: Script, body: object): Promise<{ status: number; text: string; row: LogRow }> {
  const before = await lab.booked();
  lab.upstream.script = script;
  const answer = await lab.chat(body);
  const text = await answer.text();
  const { balance, rows } = await lab.booked();
  expect(rows.length).toBe(before.rows.length + 1);
  const row = rows.at(-1) as LogRow;
  expect(before.balance - balance).toBe(row.quota);
  expect(recomputeQuota(row)).toBe(row.quota);
  return { status: answer.status, text, row };
}

const answerWith =
  (body: object): Script =>
  (_, response) =>
    sendJson(response, 200, body);
const usage = { input_tokens: 100, output_tokens: 50 };

test.each([false, true])(
  'a response is an error for the caller and costs its usage when its format is unknown (stream %s)',
  async (stream) => {
    const { status, text, row } = await call(answerWith({ type: 'novelty', usage }), {
      model: CLAUDE,
      stream,
    });
    expect(status).toBe(502);
    expect(JSON.parse(text).error).toMatchObject({ code: 'upstream_unreadable', type: 'upstream_error' });
    expect(row).toMatchObject({ billing_basis: 'upstream_usage', prompt_tokens: 100, completion_tokens: 50 });
    expect(row.quota).toBe((100 + 50 * 5) * 1.5);
  },
);

test('the texts of a response are counted when it has no usage', async () => {
  const content = [{ type: 'novelty', text: 'one two three four five' }, 7];
  const { status, row } = await call(answerWith({ type: 'message', content }), { model: CLAUDE });
  expect(status).toBe(502);
  expect(row.billing_basis).toBe('counted');
  expect(row.prompt_tokens).toBeGreaterThan(3);
  expect(row.completion_tokens).toBeGreaterThanOrEqual(5);
});

test('a stream costs its prompt and ends with an error event when it becomes invalid before any text', async () => {
  const start = `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message: { id: 'm', model: CLAUDE, usage } })}\n\n`;
  const script = sendEvents([start, 'event: novelty\ndata: {"type":\n\n']);
  const { status, text, row } = await call(script, { model: CLAUDE, stream: true });
  expect(status).toBe(200);
  expect(JSON.parse(text.trim().split('\n\n').at(-1)?.slice(6) ?? '').error.code).toBe('upstream_cut');
  expect(row).toMatchObject({ billing_basis: 'counted', prompt_tokens: 100 });
  expect(row.quota).toBeGreaterThanOrEqual(150);
});

test.each([false, true])(
  'a call returns its response and costs its prompt when the cost cannot be computed (stream %s)',
  async (stream) => {
    const broken = { prompt_tokens: FATAL_TOKENS, completion_tokens: 1 };
    const fields = { stream, ...(stream && { stream_options: { include_usage: true } }) };
    const { status, text, row } = await call(completion({ usage: broken }), fields);
    expect(status).toBe(200);
    expect(text).toContain(
      stream ? (streamOf({ json: { model: 'gpt-4o' } } as never)[1] ?? '') : 'Hello there',
    );
    expect(row).toMatchObject({ billing_basis: 'estimated', completion_tokens: 0 });
    expect(row.prompt_tokens).toBeGreaterThan(10);
    expect(row.quota).toBeGreaterThan(10);
  },
);
