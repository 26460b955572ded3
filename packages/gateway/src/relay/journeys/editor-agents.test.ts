import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { startVendorLab, type Vendor, vendors } from '../../testing/guides/vendors.ts';
import type { RelayLab } from '../../testing/relay.ts';
import type { Planned } from '../../testing/strict-providers.ts';
import type { ReceivedCall } from '../../testing/upstream.ts';

let lab: RelayLab;
let client: OpenAI;
beforeAll(async () => {
  lab = await startVendorLab();
  client = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());

const RULES = 'You are an agent in an editor. Use one tool in each message.';
const TASK = '<task>\nAdd a test\n</task>';
const ENVIRONMENT = '<environment_details>\n# Open tabs\nsrc/a.ts\n</environment_details>';
const mark = { cache_control: { type: 'ephemeral' } };

/** Cline and Roo Code mark the rules and the last two messages of the user, for models with a prompt cache. */
function openingOf(isMarked: boolean) {
  const text = (words: string) => ({ type: 'text', text: words, ...(isMarked && mark) });
  return [
    { role: 'system', content: isMarked ? [text(RULES)] : RULES },
    { role: 'user', content: [{ type: 'text', text: TASK }, text(ENVIRONMENT)] },
  ];
}

/** Models that reason get no temperature, the rules as those of a developer, and an effort. */
function fieldsOf(model: string) {
  return model.startsWith('gpt-5') ? { reasoning_effort: 'medium' } : { temperature: 0 };
}

async function send(model: string, messages: object[], fields: object) {
  const body = { model, messages, stream: true, stream_options: { include_usage: true }, ...fields };
  const stream = (await client.chat.completions.create(
    body as never,
  )) as unknown as AsyncIterable<OpenAI.ChatCompletionChunk>;
  const seen = { text: '', thought: '', id: '', name: '', input: '', usage: undefined as unknown };
  for await (const { choices, usage } of stream) {
    const delta = choices[0]?.delta as (OpenAI.ChatCompletionChunk.Choice.Delta & Thought) | undefined;
    seen.text += delta?.content ?? '';
    seen.thought += delta?.reasoning_content ?? '';
    const call = delta?.tool_calls?.[0];
    seen.id ||= call?.id ?? '';
    seen.name ||= call?.function?.name ?? '';
    seen.input += call?.function?.arguments ?? '';
    seen.usage = usage ?? seen.usage;
  }
  return seen;
}

interface Thought {
  readonly reasoning_content?: string;
}

const turnsIn = ({ json }: ReceivedCall) => JSON.stringify(json).match(/"role":"(assistant|model)"/g)?.length;

describe.each(Object.entries<Vendor>(vendors))('the extensions at %s', (name, { model, script }) => {
  /** Claude's own marks; the formats of the others have none. */
  const isMarked = name === 'Anthropic' || name === 'Gemini';

  test('work with tools in XML, turn by turn', async () => {
    const xml = '<read_file>\n<path>src/a.ts</path>\n</read_file>';
    lab.upstream.script = script((call): Planned => ({ text: turnsIn(call) ? 'Done.' : xml }));
    const messages: object[] = openingOf(isMarked);
    const { text } = await send(model, messages, fieldsOf(model));
    expect(text).toBe(xml);
    messages.push(
      { role: 'assistant', content: text },
      {
        role: 'user',
        content: [{ type: 'text', text: `[read_file] Result:\nlet a;`, ...(isMarked && mark) }],
      },
    );
    const done = await send(model, messages, fieldsOf(model));
    expect(done.text).toBe('Done.');
    expect(await lastRow(lab)).toMatchObject({ model_name: model, billing_basis: 'upstream_usage' });
    const marks = JSON.stringify(lab.upstream.calls.at(-1)?.json).split('cache_control').length - 1;
    expect(marks).toBe(name === 'Anthropic' ? 3 : 0);
  });

  test('work with native tools, one at a time', async () => {
    const planned: Planned = {
      text: 'Let me see.',
      calls: [{ name: 'read_file', args: { path: 'src/a.ts' } }],
    };
    lab.upstream.script = script((call): Planned => (turnsIn(call) ? { text: 'Done.' } : planned));
    const parameters = {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    };
    const tools = [
      { type: 'function', function: { name: 'read_file', description: 'Reads', parameters, strict: true } },
    ];
    // DeepSeek and Mistral know no `strict` tools in the format that passes unchanged.
    const isStrict = name !== 'DeepSeek' && name !== 'Mistral';
    const offered = isStrict
      ? tools
      : tools.map((tool) => ({ ...tool, function: { ...tool.function, strict: undefined } }));
    const isSingle = name !== 'DeepSeek';
    const fields = { ...fieldsOf(model), tools: offered, ...(isSingle && { parallel_tool_calls: false }) };
    const messages: object[] = openingOf(isMarked);
    const first = await send(model, messages, fields);
    expect([first.name, JSON.parse(first.input)]).toEqual(['read_file', { path: 'src/a.ts' }]);
    const made = { id: first.id, type: 'function', function: { name: first.name, arguments: first.input } };
    const thought = first.thought && { reasoning_content: first.thought };
    messages.push(
      { role: 'assistant', content: first.text, tool_calls: [made], ...thought },
      { role: 'tool', tool_call_id: first.id, content: 'let a;' },
    );
    const done = await send(model, messages, fields);
    expect(done.text).toBe('Done.');
    expect(done.usage).toMatchObject({
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
    });
  });
});
