import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { answerWithSource, source } from '../../testing/searching-vendors.ts';

type Json = Record<string, unknown>;
type Vendor = 'openai' | 'claude' | 'gemini' | 'perplexity' | 'deepseek' | 'bedrock';

const models: Record<Vendor, [type: number, model: string]> = {
  openai: [1, 'gpt-4o-search-preview'],
  claude: [14, 'claude-sonnet-4-5-20250929'],
  gemini: [24, 'gemini-2.5-flash'],
  perplexity: [27, 'sonar-pro'],
  deepseek: [43, 'deepseek-chat'],
  bedrock: [33, 'claude-haiku-4-5-20251001'],
};
const nameOf = (vendor: Vendor) => models[vendor][1];

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1e10 });
  await lab.option('ModelRatio', Object.fromEntries(Object.values(models).map(([, model]) => [model, 1])));
  for (const [type, model] of Object.values(models))
    await lab.channel({ type, models: model, ...(type === 33 && { key: 'ak|sk|us-east-1' }) });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
  lab.upstream.script = (call, response) => answerWithSource(call.path)(call, response);
});

const paths = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  gemini: '',
};
type Caller = keyof typeof paths;

async function post(caller: Caller, vendor: Vendor, fields: object, stream = false): Promise<Response> {
  const turn =
    caller === 'responses' ? { input: 'News?' } : { messages: [{ role: 'user', content: 'News?' }] };
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const path = paths[caller] || `/v1beta/models/${nameOf(vendor)}:${method}`;
  const body =
    caller === 'gemini'
      ? { contents: [{ role: 'user', parts: [{ text: 'News?' }] }], ...fields }
      : {
          model: nameOf(vendor),
          ...turn,
          ...(caller === 'messages' && { max_tokens: 99 }),
          stream,
          ...fields,
        };
  return fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
}

async function sent(caller: Caller, vendor: Vendor, fields: object): Promise<Json> {
  const answer = await post(caller, vendor, fields);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return lab.upstream.calls.at(-1)?.json ?? {};
}

const place = { country: 'DE', city: 'Berlin' };
/** The same search in each dialect. */
const searches: Record<Caller, object> = {
  chat: {
    web_search_options: {
      search_context_size: 'low',
      user_location: { type: 'approximate', approximate: place },
    },
  },
  responses: {
    tools: [
      { type: 'web_search', search_context_size: 'low', user_location: { type: 'approximate', ...place } },
    ],
  },
  messages: {
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 3,
        user_location: { type: 'approximate', ...place },
      },
    ],
  },
  gemini: { tools: [{ google_search: {} }] },
};

describe('a search that a caller offers', () => {
  test.each(['chat', 'responses', 'gemini'] as const)('reaches Claude from %s', async (caller) => {
    const { tools, tool_choice } = await sent(caller, 'claude', searches[caller]);
    const located = caller === 'gemini' ? {} : { user_location: { type: 'approximate', ...place } };
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 10, ...located };
    expect([tools, tool_choice]).toEqual([[search], undefined]);
  });

  test.each(['chat', 'responses', 'messages'] as const)('reaches Google from %s', async (caller) => {
    const { tools, toolConfig } = await sent(caller, 'gemini', searches[caller]);
    expect([tools, toolConfig]).toEqual([[{ googleSearch: {} }], undefined]);
  });

  test.each(['messages', 'gemini'] as const)(
    'reaches an OpenAI model that searches from %s',
    async (caller) => {
      const { tools, web_search_options } = await sent(caller, 'openai', searches[caller]);
      const located =
        caller === 'gemini' ? {} : { user_location: { type: 'approximate', approximate: place } };
      expect([tools, web_search_options]).toEqual([undefined, located]);
    },
  );

  test('reaches Perplexity with its limits', async () => {
    const tools = [
      { type: 'web_search', filters: { allowed_domains: ['a.example'] }, search_context_size: 'high' },
    ];
    const body = await sent('responses', 'perplexity', { tools });
    expect(body.web_search_options).toEqual({ search_context_size: 'high' });
    expect(body.search_domain_filter).toEqual(['a.example']);
    expect(body.tools).toBeUndefined();
  });

  test.each([
    ['chat', 'openai', { web_search_options: {} }],
    ['messages', 'claude', searches.messages],
    ['gemini', 'gemini', searches.gemini],
  ] as const)('passes unchanged from %s to %s', async (caller, vendor, fields) => {
    expect(await sent(caller, vendor, fields)).toMatchObject(fields);
  });

  test.each<[Caller, Vendor, object]>([
    ['responses', 'deepseek', searches.responses],
    ['messages', 'deepseek', searches.messages],
    ['gemini', 'deepseek', searches.gemini],
    ['responses', 'bedrock', searches.responses],
    ['responses', 'claude', { tools: [{ type: 'web_search', external_web_access: false }] }],
    ['messages', 'gemini', { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] }],
    ['gemini', 'claude', { tools: [{ codeExecution: {} }, { urlContext: {} }] }],
    ['chat', 'gemini', { tools: [{ type: 'web_search', filters: { allowed_domains: ['a.example'] } }] }],
  ])('is left out from %s to %s, which lacks it', async (caller, vendor, fields) => {
    const body = await sent(caller, vendor, fields);
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('web_search_options');
  });

  test('is left out at Google next to functions, which exclude it', async () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'f', parameters: {} }];
    expect(await sent('responses', 'gemini', { tools })).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
    });
  });

  test('is left out when the caller has a function of that name', async () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'web_search', parameters: {} }];
    const { tools: encoded } = await sent('responses', 'claude', { tools });
    expect(encoded).toEqual([expect.objectContaining({ name: 'web_search', input_schema: {} })]);
  });
});

describe('a search that a caller requires', () => {
  const forced: Record<Exclude<Caller, 'gemini'>, object> = {
    chat: { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } },
    responses: { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } },
    messages: { ...searches.messages, tool_choice: { type: 'tool', name: 'web_search' } },
  };

  test.each(['chat', 'responses'] as const)('is required of Claude from %s', async (caller) => {
    const { tool_choice } = await sent(caller, 'claude', forced[caller]);
    expect(tool_choice).toEqual({ type: 'tool', name: 'web_search' });
  });

  test.each<[Exclude<Caller, 'gemini'>, Vendor]>([
    ['chat', 'bedrock'],
    ['responses', 'deepseek'],
    ['messages', 'deepseek'],
    ['responses', 'gemini'],
    ['messages', 'gemini'],
    ['responses', 'bedrock'],
  ])('is refused with its type from %s at %s', async (caller, vendor) => {
    const answer = await post(caller, vendor, forced[caller]);
    const text = await answer.text();
    expect([answer.status, lab.upstream.calls.length], text).toEqual([400, 0]);
    expect(text).toContain('web_search');
  });

  test.each<[Caller, Vendor, object, string]>([
    ['chat', 'bedrock', { web_search_options: {} }, 'web_search'],
    ['responses', 'claude', { tools: [{ type: 'file_search' }], tool_choice: 'required' }, 'file_search'],
    [
      'messages',
      'openai',
      {
        tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
        tool_choice: { type: 'tool', name: 'code_execution' },
      },
      'code_execution_20250825',
    ],
    ['messages', 'openai', { tools: [{ type: 'bash_20250124', name: 'bash' }] }, 'bash_20250124'],
  ])('from %s at %s with %j is refused as %s', async (caller, vendor, fields, type) => {
    const answer = await post(caller, vendor, fields);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(type);
  });
});

describe.each([false, true])('the sources of an answer, stream %s', (stream) => {
  const vendors: Vendor[] = ['openai', 'claude', 'gemini', 'perplexity'];
  const offered: Record<Caller, object> = { ...searches, chat: {} };

  test.each(vendors)('of %s reach callers of every dialect in its own form', async (vendor) => {
    for (const caller of Object.keys(paths) as Caller[]) {
      if (caller === 'responses' && vendor === 'openai') continue;
      const answer = await post(caller, vendor, offered[caller], stream);
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      expect(text, `${caller} at ${vendor}`).toContain(source.url);
      if ((caller === 'chat' && vendor !== 'perplexity') || caller === 'responses')
        expect(text).toMatch(/"annotations?":\[?\{"type":"url_citation"/);
      if (caller === 'messages') expect(text).toContain('"type":"web_search_result_location"');
      if (caller === 'gemini') expect(text).toContain('"groundingChunks":[{"web":{"uri"');
      expect(text).toContain('It rains');
    }
  });
});

test('searches of a converted call are charged, and reported to a caller of Claude', async () => {
  const answer = await post('chat', 'claude', searches.chat);
  expect(answer.status).toBe(200);
  const row = await lastRow(lab);
  expect(row.quota).toBe(10 + 5 * 5 + 2 * 5000);
  expect(JSON.parse(row.other).tool_uses).toEqual({ web_search: { count: 2, dollars: 0.01 } });
  const other = await post('messages', 'gemini', searches.messages);
  expect(((await other.json()) as { usage: Json }).usage).toMatchObject({
    server_tool_use: { web_search_requests: 1 },
  });
});

test('a conversation with sources of another vendor reaches Claude without them', async () => {
  const first = (await (await post('messages', 'gemini', searches.messages)).json()) as { content: Json[] };
  expect(first.content[0]?.citations).toHaveLength(1);
  const own = {
    type: 'text',
    text: 'x',
    citations: [{ type: 'web_search_result_location', encrypted_index: 'Eo8' }],
  };
  const messages = [
    { role: 'user', content: 'News?' },
    { role: 'assistant', content: [...first.content, own] },
    { role: 'user', content: 'More' },
  ];
  const body = await sent('messages', 'claude', { messages });
  expect(body.messages).toEqual([
    messages[0],
    { role: 'assistant', content: [{ type: 'text', text: 'It rains' }, own] },
    messages[2],
  ]);
  const unchanged = [messages[0], { role: 'assistant', content: [own] }, messages[2]];
  await sent('messages', 'claude', { messages: unchanged });
  expect(lab.upstream.calls.at(-1)?.body.toString()).toContain(JSON.stringify(unchanged));
});

test('earlier work of tools that Anthropic ran is left out for other vendors', async () => {
  const messages = [
    { role: 'user', content: 'News?' },
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'news' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's1',
          content: [{ type: 'web_search_result', ...source }],
        },
        { type: 'text', text: 'It rains', citations: [{ type: 'web_search_result_location', ...source }] },
      ],
    },
    { role: 'user', content: 'More' },
  ];
  const body = await sent('messages', 'deepseek', { messages, ...searches.messages });
  expect(body.messages).toEqual([
    { role: 'user', content: 'News?' },
    { role: 'assistant', content: 'It rains' },
    { role: 'user', content: 'More' },
  ]);
});
