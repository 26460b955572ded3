import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { strictClaude } from '../../testing/strict-claude.ts';
import { ask, type DialectName, dialects, type Talk } from '../../testing/talk.ts';

/** Reasoning by a budget, by an effort, by default and always; the last ones refuse forced tools. */
const models = [
  'claude-3-7-sonnet-20250219',
  'claude-sonnet-4-20250514',
  'claude-haiku-4-5-20251001',
  'claude-opus-4-6',
  'claude-opus-4-7',
  'claude-opus-5',
  'claude-haiku-5-5',
  'claude-sonnet-5-5',
  'claude-opus-5-5',
  'claude-fable-5-1',
];
const suffixed = ['claude-opus-5-thinking', 'claude-haiku-4-5-20251001-thinking'];
/** Streams of these are read too: one of each way of reasoning. */
const streamed = ['claude-3-7-sonnet-20250219', 'claude-opus-4-7', 'claude-opus-5-5'];
const schema = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 } },
  required: ['city'],
  additionalProperties: false,
};
const user = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
const marked = { type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } };
const tool = { name: 'weather', input_schema: { type: 'object', properties: {} } };
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1_000_000_000 });
  const names = [...models, ...suffixed];
  await lab.channel({ type: 14, models: names.join(',') });
  await lab.option('ModelRatio', Object.fromEntries(names.map((model) => [model, 1])));
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.script = strictClaude();
});

const cases = models.flatMap((model) =>
  (Object.keys(dialects) as DialectName[]).flatMap((dialect) =>
    (streamed.includes(model) ? [false, true] : [false]).map((stream) => [dialect, model, stream] as const),
  ),
);

describe.each(cases)('a caller of %s reaches %s, stream %s', (dialect, model, stream) => {
  const talk = (more: Partial<Talk>) => ask(lab, dialect, { model, stream, text: 'Weather?', ...more });

  test('with sampling fields and every effort', async () => {
    expect((await talk({ temperature: 0.5, topP: 0.9 })).text).toBe('Sunny.');
    for (const effort of ['none', 'minimal', 'low', 'medium', 'high', 'max'] as const)
      expect((await talk({ effort, temperature: 0.5, topP: 0.9 })).text).toBe('Sunny.');
  });

  test('with a limit that leaves no room for reasoning, and the limit is kept', async () => {
    expect((await talk({ effort: 'low', limit: 123 })).text).toBe('Sunny.');
    expect(lab.upstream.calls.at(-1)?.json.max_tokens).toBe(123);
  });

  test('with parallel tools, their results and reasoning', async () => {
    const first = await talk({ tools: true, effort: 'high' });
    expect(first.calls).toEqual([
      { name: 'weather', input: { city: 'Zürich' } },
      { name: 'weather', input: { city: 'Bern' } },
    ]);
    const second = await talk({ tools: true, effort: 'high', earlier: first });
    expect(second.text).toBe('Sunny.');
  });

  test.skipIf(dialect === 'gemini')('with one call at a time', async () => {
    expect((await talk({ tools: true, single: true })).calls).toHaveLength(1);
  });

  test('with a forced tool and reasoning', async () => {
    for (const choice of ['required', 'named'] as const) {
      const { calls } = await talk({ tools: true, choice, effort: 'high' });
      expect(calls[0]).toEqual({ name: 'weather', input: { city: 'Zürich' } });
    }
  });

  test('with a schema for the answer, alone and next to tools', async () => {
    const answer = await talk({ schema, effort: 'high' });
    expect(JSON.parse(answer.text)).toEqual({ city: 'Zürich' });
    expect(answer.calls).toEqual([]);
    const second = await talk({
      schema,
      tools: true,
      earlier: await talk({ schema, tools: true, single: true }),
    });
    expect(second.finish).toMatch(/^(stop|end_turn|completed|STOP|tool_calls|tool_use)$/);
  });
});

/** Requests that the provider refuses, to prove that it is as strict as the documentation. */
const refused: [what: string, model: string, body: object][] = [
  ['an unknown field', 'claude-opus-4-7', { seed: 1 }],
  ['an empty system prompt', 'claude-opus-4-7', { system: [] }],
  ['a temperature', 'claude-opus-4-7', { temperature: 0.5 }],
  ['two ways of sampling', 'claude-haiku-4-5-20251001', { temperature: 0.5, top_p: 0.5 }],
  ['a budget', 'claude-opus-4-7', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
  ['an effort instead of a budget', 'claude-3-7-sonnet-20250219', { thinking: { type: 'adaptive' } }],
  [
    'a budget above the limit',
    'claude-3-7-sonnet-20250219',
    { thinking: { type: 'enabled', budget_tokens: 4096 } },
  ],
  ['no reasoning', 'claude-opus-5-5', { thinking: { type: 'disabled' } }],
  ['an unknown effort', 'claude-opus-4-6', { output_config: { effort: 'xhigh' } }],
  ['a forced tool', 'claude-opus-5-5', { tools: [tool], tool_choice: { type: 'any' } }],
  [
    'a schema without an end',
    'claude-opus-5',
    { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
  ],
  [
    'five marks',
    'claude-opus-5',
    { messages: [{ role: 'user', content: Array.from({ length: 5 }, () => marked) }] },
  ],
  [
    'another signature',
    'claude-opus-5',
    {
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'x' }] },
        user,
      ],
    },
  ],
  [
    'a budget after tools without reasoning',
    'claude-3-7-sonnet-20250219',
    {
      thinking: { type: 'enabled', budget_tokens: 1024 },
      tools: [tool],
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'weather', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
      ],
    },
  ],
];

test.each(refused)('the provider of these tests refuses %s for %s', async (_, model, body) => {
  const answer = await fetch(`${lab.upstream.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model, max_tokens: 2000, messages: [user], ...body }),
  });
  expect(answer.status).toBe(400);
});

test.each([
  ['claude-opus-5-thinking', 2000, { thinking: { type: 'adaptive', display: 'summarized' } }],
  [
    'claude-haiku-4-5-20251001-thinking',
    2000,
    { thinking: { type: 'enabled', budget_tokens: 1600 }, temperature: 1 },
  ],
  ['claude-haiku-4-5-20251001-thinking', 500, { temperature: 0.5 }],
])(
  'the suffix of %s with a limit of %i asks for reasoning in both dialects',
  async (model, limit, expected) => {
    for (const path of ['/v1/messages', '/v1/chat/completions']) {
      const answer = await fetch(lab.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
        body: JSON.stringify({ model, max_tokens: limit, temperature: 0.5, messages: [user] }),
      });
      expect(answer.status, await answer.text()).toBe(200);
      const { thinking, temperature, max_tokens } = lab.upstream.calls.at(-1)?.json ?? {};
      expect({ thinking, temperature, max_tokens }).toEqual({
        thinking: undefined,
        temperature: undefined,
        ...expected,
        max_tokens: limit,
      });
    }
  },
);

test.each(['claude-opus-5-5', 'claude-haiku-5-5'])(
  'reasoning of %s is left aside after a change of what was before it',
  async (model) => {
    const talk = { model, text: 'Weather?', stream: false, tools: true, effort: 'high' } as const;
    const earlier = await ask(lab, 'responses', talk);
    expect((await ask(lab, 'responses', { ...talk, text: 'The weather?', earlier })).text).toBe('Sunny.');
    const { thinking } = lab.upstream.calls.at(-1)?.json ?? {};
    expect(thinking).toMatchObject({ block_binding: { prefix_mismatch_behavior: 'drop_block' } });
  },
);

test("a request in Anthropic's own format reaches it byte for byte", async () => {
  type Answer = { content: { type: string; id?: string }[] };
  const body = {
    model: 'claude-opus-5-5',
    max_tokens: 2000,
    thinking: { type: 'adaptive' },
    output_config: { effort: 'max', format: { type: 'json_schema', schema: { ...schema, properties: {} } } },
    tools: [{ ...tool, cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [user] as object[],
  };
  const send = async () => {
    const answer = await fetch(`${lab.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': lab.key },
      body: JSON.stringify(body),
    });
    expect(lab.upstream.calls.at(-1)?.body.toString()).toBe(JSON.stringify(body));
    expect(lab.upstream.calls.at(-1)?.headers['anthropic-beta']).toBeUndefined();
    return (await answer.json()) as Answer;
  };
  const { content } = await send();
  const results = content.flatMap(({ id }) =>
    id ? [{ type: 'tool_result', tool_use_id: id, content: 'sunny' }] : [],
  );
  body.messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  expect((await send()).content.map(({ type }) => type)).toEqual(['thinking', 'text']);
});
