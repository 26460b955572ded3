import type { Usage } from '@tollgate/pricing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Part } from '../../core/chat.ts';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, sendJson } from '../../testing/upstream.ts';
import { anthropicMessages } from '../dialects/anthropic-messages.ts';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { gather } from '../dialects/gathered.ts';
import { gemini } from '../dialects/gemini.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { providers } from '../providers/registry.ts';
import { EventSplitter } from '../streaming/lines.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { shared: 1, 'gpt-4o-audio-preview': 1.25, vectors: 1 });
});
afterAll(() => lab.close());

/** Each dialect with its own vendor: one reads what the other writes. */
const both: [string, Dialect, number][] = [
  ['OpenAI', openaiChat, 1],
  ['Claude', anthropicMessages, 14],
  ['Google', gemini, 24],
];
const relayRequest = { model: 'm', stream: true, includeUsage: true, json: {} } as unknown as RelayRequest;

const words = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const token = fc.nat({ max: 1_000_000 });
const usage = fc.record({ fresh: token, cachedInput: token, textTokens: token, reasoning: token });
const call = fc.record({ name: fc.stringMatching(/^[a-z]{1,10}$/), input: fc.dictionary(words, words) });
const answer = fc.record({
  texts: fc.array(words, { maxLength: 5 }),
  calls: fc.array(call, { maxLength: 3 }),
  usage,
  reason: fc.constantFrom('stop' as const, 'length' as const),
});

type Drawn = typeof answer extends fc.Arbitrary<infer T> ? T : never;

function partsOf({ texts, calls, usage: used, reason }: Drawn): Part[] {
  const { fresh, cachedInput, textTokens, reasoning } = used;
  return [
    { type: 'start', id: 'x', model: 'm' },
    ...texts.map((text): Part => ({ type: 'text-delta', text })),
    ...calls.flatMap(({ name, input }, index): Part[] => [
      { type: 'tool-call-start', index, id: `call_${index}`, name },
      { type: 'tool-call-delta', index, input: JSON.stringify(input) },
    ]),
    {
      type: 'usage',
      usage: { input: fresh + cachedInput, cachedInput, output: textTokens + reasoning, reasoning },
    },
    { type: 'finish', reason: calls.length > 0 && reason === 'stop' ? 'tool-calls' : reason },
  ];
}

/** The content that must be preserved: words, calls, finish reason and paid counts. */
function essence(parts: readonly Part[]) {
  const { blocks, reason, usage: used } = gather(parts);
  const calls = blocks.flatMap((block) =>
    block.type === 'tool-call'
      ? [{ name: block.name, input: JSON.parse(block.input || '{}') as unknown }]
      : [],
  );
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const { input, cachedInput, output }: Usage = used;
  return { text, calls, reason, input, cachedInput, output };
}

test.each(both)(
  'the dialect of %s returns the same as its vendor, whole and streamed',
  (_, dialect, type) => {
    const translate = providers.get(type)?.chat?.translate;
    const { translator } = dialect;
    if (translate?.kind !== 'chat' || !translator) throw new Error('not a chat');
    const { conversion: convert } = translate;
    fc.assert(
      fc.property(answer, (each) => {
        const parts = partsOf(each);
        const whole = convert.decode(JSON.parse(translator.formatAnswer(parts, relayRequest, 0)));
        expect(essence(whole)).toEqual(essence(parts));

        const formatter = translator.createFormatter(relayRequest, 0);
        const decode = convert.createDecoder();
        const used = parts.flatMap((part) => (part.type === 'usage' ? [part.usage] : []))[0] as Usage;
        const text = parts.map((part) => formatter.format(part)).join('');
        const read: Part[] = [];
        const take = (data: string) => void read.push(...decode(data));
        const events = new EventSplitter();
        events.push(text + formatter.end({ ...used, cacheWrite: 0, cacheWriteHour: 0 }), take);
        events.flush(take);
        expect(essence(read)).toEqual(essence(parts));
      }),
      { numRuns: 500, seed: 7 },
    );
  },
);

test('a call goes to a channel whose vendor supports it when the first does not', async () => {
  await lab.channel({ type: 14, models: 'shared', priority: 10 });
  await lab.channel({ models: 'shared', priority: 0 });
  lab.upstream.script = completion();
  for (const field of [{ n: 2 }, { logprobs: true }]) {
    expect((await lab.chat({ model: 'shared', ...field })).status).toBe(200);
    expect(lab.upstream.calls.at(-1)?.path).toBe('/v1/chat/completions');
  }
  lab.upstream.script = (_, response) => sendJson(response, 200, { type: 'error', error: { message: 'x' } });
  await lab.chat({ model: 'shared' });
  expect(lab.upstream.calls.at(-1)?.path).toBe('/v1/messages');
});

test('audio is charged at its own price in prompt and answer, whole and streamed', async () => {
  await lab.channel({ models: 'gpt-4o-audio-preview' });
  const report = {
    prompt_tokens: 110,
    completion_tokens: 60,
    prompt_tokens_details: { audio_tokens: 100 },
    completion_tokens_details: { audio_tokens: 50 },
  };
  lab.upstream.script = completion({ usage: report });
  for (const stream of [false, true]) {
    await (await lab.chat({ model: 'gpt-4o-audio-preview', stream, modalities: ['text', 'audio'] })).text();
    const row = await lastRow(lab);
    expect(row.quota).toBe((10 + 10 * 4 + 100 * 40 + 50 * 40 * 2) * 1.25 + 0.5);
    expect(JSON.parse(row.other)).toMatchObject({
      audio: true,
      audio_input: 100,
      audio_output: 50,
      text_input: 10,
      text_output: 10,
      audio_ratio: 40,
      audio_completion_ratio: 2,
    });
  }
});

test('fields that a channel overrides in chats are not set in embeddings', async () => {
  await lab.channel({ models: 'vectors', param_override: '{"temperature":0.5}' });
  lab.upstream.script = (_, response) => sendJson(response, 200, { data: [], usage: { prompt_tokens: 1 } });
  await fetch(`${lab.url}/v1/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: '{"model":"vectors","input":"x"}',
  });
  expect(lab.upstream.calls.at(-1)?.json).toEqual({ model: 'vectors', input: 'x' });
});

test.each([
  [
    '/v1/messages',
    { model: 'm', max_tokens: 5, system: 'test_sensitive', messages: [{ role: 'user', content: 'x' }] },
  ],
  [
    '/v1/messages',
    {
      model: 'm',
      max_tokens: 5,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'a TEST_sensitive b' }] }],
    },
  ],
  [
    '/v1/responses',
    { model: 'm', input: [{ role: 'user', content: [{ type: 'input_text', text: 'test_sensitive' }] }] },
  ],
  ['/v1/responses', { model: 'm', input: 'x', instructions: 'test_sensitive' }],
  ['/v1beta/models/m:generateContent', { contents: [{ parts: [{ text: 'test_sensitive' }] }] }],
  [
    '/v1beta/models/m:generateContent',
    { contents: [{}], systemInstruction: { parts: [{ text: 'test_sensitive' }] } },
  ],
  ['/v1/completions', { model: 'm', prompt: ['x', 'test_sensitive'] }],
  ['/v1/embeddings', { model: 'm', input: ['test_sensitive'] }],
  ['/v1/rerank', { model: 'm', query: 'x', documents: [{ text: 'test_sensitive' }] }],
  ['/v1/images/generations', { model: 'm', prompt: 'test_sensitive' }],
  ['/v1/audio/speech', { model: 'm', input: 'test_sensitive', voice: 'alloy' }],
] as [string, object][])('a forbidden word is refused at %s, in any position', async (path, body) => {
  const calls = lab.upstream.calls.length;
  const answer = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("aren't allowed");
  expect(lab.upstream.calls).toHaveLength(calls);
});
