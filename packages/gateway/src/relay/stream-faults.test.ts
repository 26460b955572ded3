import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastRow } from '../testing/booked.ts';
import { recordedStreams } from '../testing/recorded-streams.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { cutAfter, type Script, sendEvents } from '../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false, silenceMs: 1500 });
  await lab.option('ModelRatio', { 'm-openai': 1, 'm-claude': 1, 'm-gemini': 1 });
  for (const [model, type] of [
    ['m-openai', 1],
    ['m-claude', 14],
    ['m-gemini', 24],
  ] as const)
    await lab.channel({ type, models: model, key: `sk-upstream-${type}` });
});
afterAll(() => lab.close());

const say = 'Say it in many words';
/** How callers of each dialect ask, and what their clients take for an end and for an error. */
const callers = {
  chat: {
    path: () => '/v1/chat/completions',
    body: { max_tokens: 50, messages: [{ role: 'user', content: say }] },
    end: '[DONE]',
    error: '"error":',
  },
  messages: {
    path: () => '/v1/messages',
    body: { max_tokens: 50, messages: [{ role: 'user', content: say }] },
    end: 'message_stop',
    error: 'event: error',
  },
  responses: {
    path: () => '/v1/responses',
    body: { max_output_tokens: 50, input: say },
    end: 'response.completed',
    error: 'event: error',
  },
  gemini: {
    path: (model: string) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: say }] }] },
    end: '"finishReason"',
    error: '"error":',
  },
};
type Caller = keyof typeof callers;
type Vendor = 'openai' | 'claude' | 'gemini';

const pairs = (Object.keys(callers) as Caller[]).flatMap((caller) =>
  (['openai', 'claude', 'gemini'] as const).map((vendor): [Caller, Vendor] => [caller, vendor]),
);

/** OpenAI speaks responses too. */
function recorded(caller: Caller, vendor: Vendor) {
  return recordedStreams[caller === 'responses' && vendor === 'openai' ? 'responses' : vendor];
}

function send(caller: Caller, vendor: Vendor, signal?: AbortSignal) {
  const { path, body } = callers[caller];
  const model = `m-${vendor}`;
  return fetch(lab.url + path(model), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify({ ...body, ...(caller !== 'gemini' && { model, stream: true }) }),
    ...(signal && { signal }),
  });
}

test.each(pairs)(
  'T3 a caller of %s at %s: a whole stream ends well, with its usage or counted',
  async (caller, vendor) => {
    const { begin, end, endUncounted } = recorded(caller, vendor);
    for (const [frames, basis] of [
      [end, 'upstream_usage'],
      [endUncounted, 'counted'],
    ] as const) {
      lab.upstream.script = sendEvents([...begin, ': keep-alive\n\n', ...frames]);
      const text = await (await send(caller, vendor)).text();
      expect(text).toContain(callers[caller].end);
      expect(text).not.toContain(callers[caller].error);
      const row = await lastRow(lab);
      expect(row).toMatchObject({ billing_basis: basis, completion_tokens: 3 });
      if (basis === 'upstream_usage') expect(row.prompt_tokens).toBe(9);
      else expect(row.prompt_tokens).toBeGreaterThan(4);
    }
  },
);

/** Each leaves the answer without its end. */
function faults(caller: Caller, vendor: Vendor): Record<string, Script> {
  const { begin, end, error } = recorded(caller, vendor);
  return {
    'is cut': cutAfter(begin),
    'is cut within an event': cutAfter([...begin, (end[0] ?? '').slice(0, 15)]),
    'ends too early': sendEvents(begin),
    'reports an error': sendEvents([...begin, error]),
    // Chat completion chunks that pass through are not read.
    ...(!(caller === 'chat' && vendor === 'openai') && {
      'breaks its format': sendEvents([...begin, 'data: {"half":\n\n', ...end]),
    }),
    // One vendor stands for all: the waiting is not its own.
    ...(vendor === 'claude' && { 'falls silent': sendEvents(begin, { end: false }) }),
  };
}

test.each(pairs)(
  'T3 a caller of %s at %s sees an error and never a clean end, and pays for what came',
  async (caller, vendor) => {
    for (const [fault, script] of Object.entries(faults(caller, vendor))) {
      lab.upstream.script = script;
      const answer = await send(caller, vendor);
      const text = await answer.text();
      expect(answer.status, fault).toBe(200);
      expect(text, fault).toContain('three');
      expect(text, fault).toContain(callers[caller].error);
      expect(text, fault).not.toContain(callers[caller].end);
      const row = await lastRow(lab);
      expect(row, fault).toMatchObject({ billing_basis: 'counted', completion_tokens: 3 });
      expect(row.quota, fault).toBe(row.prompt_tokens + 3);
    }
  },
  20_000,
);

test.each(pairs)(
  'T3 a caller of %s at %s: a stream that fails before its first words is refused and free',
  async (caller, vendor) => {
    const { balance } = await lab.booked();
    for (const script of [cutAfter([]), sendEvents([]), sendEvents([recorded(caller, vendor).error])]) {
      lab.upstream.script = script;
      const answer = await send(caller, vendor);
      expect(answer.status).toBe(502);
      expect(await answer.json()).toHaveProperty('error');
    }
    expect((await lab.booked()).balance).toBe(balance);
  },
);

test.each(pairs)(
  'T3 a caller of %s at %s who leaves pays what the provider reports',
  async (caller, vendor) => {
    const { begin, end } = recorded(caller, vendor);
    const before = (await lab.booked()).rows.length;
    lab.upstream.script = sendEvents([...begin, ...end], { gapMs: 20 });
    const leave = new AbortController();
    const answer = await send(caller, vendor, leave.signal);
    await answer.body?.getReader().read();
    leave.abort();
    await expect.poll(async () => (await lab.booked()).rows.length, { timeout: 10_000 }).toBe(before + 1);
    expect(await lastRow(lab)).toMatchObject({
      billing_basis: 'upstream_usage',
      prompt_tokens: 9,
      completion_tokens: 3,
    });
  },
);
