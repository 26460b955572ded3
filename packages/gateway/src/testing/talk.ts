import type { RelayLab } from './relay.ts';

type Json = Record<string, unknown>;

/** One request, whatever the dialect. */
export interface Talk {
  model: string;
  text: string;
  stream: boolean;
  temperature?: number;
  topP?: number;
  effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'max';
  limit?: number;
  tools?: boolean;
  choice?: 'required' | 'named';
  single?: boolean;
  schema?: object;
  /** The answer before, whose calls now have results. */
  earlier?: Reply;
}

/** One answer. `raw`: what its dialect sends back in the next request. */
export interface Reply {
  text: string;
  calls: { name: string; input: unknown }[];
  finish: string;
  usage: Json;
  raw: Json[];
}

interface DialectTalk {
  path(talk: Talk): string;
  body(talk: Talk): Json;
  read(events: Json[]): Reply;
}

export type DialectName = 'chat' | 'responses' | 'gemini';

/** Sends a request and reads the answer, whole or streamed. */
export async function ask(lab: RelayLab, dialect: DialectName, talk: Talk): Promise<Reply> {
  const { path, body, read } = dialects[dialect];
  const answer = await fetch(lab.url + path(talk), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body(talk)),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  if (!talk.stream) return read([JSON.parse(text) as Json]);
  const data = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json) as Json);
  return read(data);
}

const declared = {
  name: 'weather',
  description: 'Weather',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

const chat: DialectTalk = {
  path: () => '/v1/chat/completions',
  body: ({
    model,
    text,
    stream,
    temperature,
    topP,
    effort,
    limit,
    tools,
    choice,
    single,
    schema,
    earlier,
  }) => ({
    model,
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: text },
      ...(earlier ? [...earlier.raw, ...resultsOf(earlier)] : []),
    ],
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(effort && { reasoning_effort: effort }),
    ...(limit && { max_completion_tokens: limit }),
    ...(tools && { tools: [{ type: 'function', function: { ...declared, strict: true } }] }),
    ...(choice === 'required' && { tool_choice: 'required' }),
    ...(choice === 'named' && { tool_choice: { type: 'function', function: { name: 'weather' } } }),
    ...(single && { parallel_tool_calls: false }),
    ...(schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    }),
  }),
  read(events) {
    const message: Json = { role: 'assistant', content: '' };
    const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
    let finish = '';
    let usage: Json = {};
    for (const event of events) {
      usage = (event.usage as Json | undefined) ?? usage;
      const [choice] = event.choices as { message?: Json; delta?: Json; finish_reason?: string }[];
      const { content, tool_calls = [] } = (choice?.message ?? choice?.delta ?? {}) as {
        content?: string;
        tool_calls?: { index?: number; id?: string; function: { name?: string; arguments: string } }[];
      };
      message.content = `${message.content}${content ?? ''}`;
      finish = choice?.finish_reason ?? finish;
      for (const [at, { index = at, id, function: called }] of tool_calls.entries()) {
        if (id) calls[index] = { id, type: 'function', function: { name: called.name ?? '', arguments: '' } };
        const call = calls[index];
        if (call) call.function.arguments += called.arguments;
      }
    }
    if (calls.length > 0) message.tool_calls = calls;
    return {
      text: String(message.content),
      calls: calls.map(({ function: { name, arguments: input } }) => ({ name, input: JSON.parse(input) })),
      finish,
      usage,
      raw: [message],
    };
  },
};

function resultsOf({ raw }: Reply): Json[] {
  const calls = (raw[0]?.tool_calls ?? []) as { id: string }[];
  return calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'sunny' }));
}

const responses: DialectTalk = {
  path: () => '/v1/responses',
  body: ({
    model,
    text,
    stream,
    temperature,
    topP,
    effort,
    limit,
    tools,
    choice,
    single,
    schema,
    earlier,
  }) => ({
    model,
    stream,
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: text },
      ...(earlier?.raw ?? []),
      ...(earlier?.raw ?? [])
        .filter(({ type }) => type === 'function_call')
        .map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'sunny' })),
    ],
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(effort && { reasoning: { effort } }),
    ...(limit && { max_output_tokens: limit }),
    ...(tools && { tools: [{ type: 'function', ...declared, strict: true }] }),
    ...(choice === 'required' && { tool_choice: 'required' }),
    ...(choice === 'named' && { tool_choice: { type: 'function', name: 'weather' } }),
    ...(single && { parallel_tool_calls: false }),
    ...(schema && { text: { format: { type: 'json_schema', name: 'answer', strict: true, schema } } }),
  }),
  read(events) {
    const last = events.at(-1);
    const { output, status, usage } = (last?.response ?? last) as {
      output: Json[];
      status: string;
      usage: Json;
    };
    const parts = output.flatMap(({ content }) => (content ?? []) as Json[]);
    const calls = output.filter(({ type }) => type === 'function_call');
    return {
      text: parts.map(({ text }) => text).join(''),
      calls: calls.map(({ name, arguments: input }) => ({
        name: String(name),
        input: JSON.parse(String(input)) as unknown,
      })),
      finish: status,
      usage,
      raw: output,
    };
  },
};

const budgets = { none: 0, minimal: 512, low: 1024, medium: 8192, high: 24_576, max: 32_768 };

const gemini: DialectTalk = {
  path: ({ model, stream }) =>
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: ({ text, temperature, topP, effort, limit, tools, choice, schema, earlier }) => ({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text }] },
      ...(earlier
        ? [
            { role: 'model', parts: earlier.raw },
            {
              role: 'user',
              parts: earlier.calls.map(({ name }) => ({
                functionResponse: { name, response: { sky: 'clear' } },
              })),
            },
          ]
        : []),
    ],
    ...(tools && {
      tools: [
        {
          functionDeclarations: [
            { ...declared, parameters: undefined, parametersJsonSchema: declared.parameters },
          ],
        },
      ],
    }),
    ...(choice && {
      toolConfig: {
        functionCallingConfig: {
          mode: 'ANY',
          ...(choice === 'named' && { allowedFunctionNames: ['weather'] }),
        },
      },
    }),
    generationConfig: {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(limit && { maxOutputTokens: limit }),
      ...(effort && { thinkingConfig: { thinkingBudget: budgets[effort] } }),
      ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
  }),
  read(events) {
    const answers = events as { candidates?: { content?: { parts?: Json[] }; finishReason?: string }[] }[];
    const raw = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    const calls = raw.flatMap(({ functionCall }) => (functionCall ? [functionCall as Json] : []));
    return {
      text: raw.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
      calls: calls.map(({ name, args }) => ({ name: String(name), input: args })),
      finish: answers.map(({ candidates }) => candidates?.[0]?.finishReason ?? '').join(''),
      usage: (events.at(-1)?.usageMetadata ?? {}) as Json,
      raw: raw.filter(({ text }) => text !== ''),
    };
  },
};

export const dialects: Record<DialectName, DialectTalk> = { chat, responses, gemini };
