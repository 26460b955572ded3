import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendEvents } from '../../testing/upstream.ts';

const MODEL = 'gpt-4o-mini';
const LIMIT = 100;
const EVENTS = 1000;

let lab: RelayLab;
let openai: OpenAI;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1e9 });
  await lab.channel({ type: 1, models: MODEL, key: 'sk-upstream-key-1' });
  openai = new OpenAI({ apiKey: lab.key, baseURL: `${lab.url}/v1`, maxRetries: 0 });
});
afterAll(() => lab.close());

/** Where a provider's network breaks its events: in front of which of their lines. */
const breaks: [name: string, before: RegExp][] = [
  ['in front of the data', /(?=data: )/],
  ['in front of the blank line', /(?<=\n)(?=\n)/],
  ['between two events', /(?<=\n\n)/],
];

const item = { id: 'msg_upstream', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const where = { item_id: item.id, output_index: 1, content_index: 0 };
const part = { type: 'output_text', text: '', annotations: [] };
const response = { id: 'resp_upstream', object: 'response', model: MODEL, status: 'in_progress', output: [] };
const events = [
  { type: 'response.created', response },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { id: 'rs_1', type: 'reasoning', summary: [] },
  },
  { type: 'response.output_item.added', output_index: 1, item },
  { type: 'response.content_part.added', ...where, part },
  ...Array.from({ length: EVENTS }, () => ({
    type: 'response.output_text.delta',
    ...where,
    delta: 'word '.repeat(5),
  })),
].map(
  (fields, number) =>
    `event: ${fields.type}\ndata: ${JSON.stringify({ ...fields, sequence_number: number + 100 })}\n\n`,
);

test.each(breaks)(
  'the official client reads a response that is cut for its length where its pieces end %s',
  async (_, before) => {
    lab.upstream.script = sendEvents(events.join('').split(before));
    const stream = await openai.responses.create({
      model: MODEL,
      input: 'Write',
      max_output_tokens: LIMIT,
      stream: true,
    });
    const seen = [];
    for await (const event of stream) seen.push(event);

    const numbers = seen.map((event) => event.sequence_number);
    expect(numbers).toEqual(numbers.map((__, index) => index + 100));
    const deltas = seen.filter((event) => event.type === 'response.output_text.delta');
    expect(deltas.length).toBeLessThan(EVENTS);
    const done = seen.find((event) => event.type === 'response.output_text.done');
    expect(done).toMatchObject({ ...where, text: deltas.map(({ delta }) => delta).join('') });
    const items = seen.filter((event) => event.type === 'response.output_item.done');
    expect(items).toMatchObject([{ output_index: 1, item: { id: item.id } }]);
    const end = seen.at(-1);
    expect(end).toMatchObject({ type: 'response.incomplete', response: { id: 'resp_upstream' } });
  },
);

test.each(breaks)(
  'the official client reads a chat that is cut for its length where its pieces end %s',
  async (_, before) => {
    const choices = [{ index: 0, delta: { content: 'word '.repeat(5) }, finish_reason: null }];
    const chunk = `data: ${JSON.stringify({ id: 'chatcmpl-1', model: MODEL, choices })}\n\n`;
    lab.upstream.script = sendEvents(chunk.repeat(EVENTS).split(before));
    const stream = await openai.chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content: 'Write' }],
      max_tokens: LIMIT,
      stream: true,
    });
    const reasons = [];
    for await (const each of stream) reasons.push(each.choices[0]?.finish_reason);
    expect(reasons.length).toBeLessThan(EVENTS);
    expect(reasons.filter(Boolean)).toEqual(['length']);
  },
);
