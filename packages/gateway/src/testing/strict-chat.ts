import * as z from 'zod/mini';
import { faultOf, type Planned, strictProvider } from './strict-providers.ts';
import type { ReceivedCall, Script } from './upstream.ts';

export type ChatVendor = 'openai' | 'mistral' | 'deepseek' | 'deepseek-vision' | 'ollama';

/** Chat completions as strict as the vendor documents them. */
export function strictChat(vendor: ChatVendor, plan: (call: ReceivedCall) => Planned): Script {
  return strictProvider(
    ({ json }) =>
      faultOf(bodies[vendor], json) ??
      checkFormat(vendor, json.response_format) ??
      checkOrder(vendor, json.messages as Message[]),
    plan,
    (planned) => answer(vendor, planned),
  );
}

const text = z.strictObject({ type: z.literal('text'), text: z.string() });
const dataUrl = z.string().check(z.regex(/^(https:|data:[\w/+.-]+;base64,[A-Za-z0-9+/]*={0,2}$)/));
const image = z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: dataUrl }) });
/** Data only, no address. */
const picture = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().check(z.regex(/^data:image\//)) }),
});
const thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.array(text).check(z.minLength(1)),
  closed: z.optional(z.boolean()),
});

function bodyOf(
  id: z.ZodMiniType<string>,
  userPart: z.ZodMiniType,
  assistantPart: z.ZodMiniType,
  own: object,
) {
  const content = z.union([z.string(), z.array(userPart).check(z.minLength(1))]);
  const called = z.strictObject({ name: z.string(), arguments: z.string() });
  const assistant = {
    role: z.literal('assistant'),
    content: z.nullish(z.union([z.string(), z.array(assistantPart)])),
    tool_calls: z.optional(z.array(z.strictObject({ id, type: z.literal('function'), function: called }))),
    ...own,
  };
  const parameters = z.record(z.string(), z.unknown());
  const declared = z.strictObject({
    name: z.string().check(z.regex(/^[\w-]{1,64}$/)),
    description: z.optional(z.string()),
    parameters: assistantPart === mistralPart ? parameters : z.optional(parameters),
    strict: z.optional(z.boolean()),
  });
  return z.strictObject({
    model: z.string(),
    messages: z.array(
      z.discriminatedUnion('role', [
        z.strictObject({ role: z.literal('system'), content }),
        z.strictObject({ role: z.literal('user'), content }),
        z.strictObject({ role: z.literal('tool'), tool_call_id: id, content: z.string() }),
        z.strictObject(assistant),
      ]),
    ),
    max_tokens: z.optional(z.int()),
    temperature: z.optional(z.number()),
    top_p: z.optional(z.number()),
    stop: z.optional(z.union([z.string(), z.array(z.string()).check(z.minLength(1), z.maxLength(4))])),
    stream: z.optional(z.boolean()),
    tools: z.optional(z.array(z.strictObject({ type: z.literal('function'), function: declared }))),
    tool_choice: z.optional(z.unknown()),
    parallel_tool_calls: z.optional(z.boolean()),
    response_format: z.optional(responseFormat),
    ...(assistantPart === mistralPart
      ? { reasoning_effort: z.optional(z.enum(['none', 'high'])) }
      : {
          reasoning_effort: z.optional(z.string()),
          user: z.optional(z.string()),
          stream_options: z.optional(z.strictObject({ include_usage: z.boolean() })),
        }),
  });
}

const responseFormat = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().check(z.regex(/^[\w-]{1,64}$/)),
      description: z.optional(z.string()),
      schema: z.record(z.string(), z.unknown()),
      strict: z.optional(z.boolean()),
    }),
  }),
]);

const anyId = z.string().check(z.minLength(1));
/** OpenAI's maximum. */
const shortId = z.string().check(z.minLength(1), z.maxLength(40));
const mistralPart = z.union([text, thinking]);
/** Here the content may be null, but not absent. */
const deepseekAnswer = {
  content: z.nullable(z.union([z.string(), z.array(text)])),
  reasoning_content: z.optional(z.string()),
};
const bodies = {
  openai: z.extend(bodyOf(shortId, z.union([text, image]), text, {}), {
    max_completion_tokens: z.optional(z.int()),
  }),
  mistral: bodyOf(z.string().check(z.regex(/^[a-zA-Z0-9]{9}$/)), z.union([text, image]), mistralPart, {}),
  deepseek: bodyOf(anyId, text, text, deepseekAnswer),
  // https://docs.ollama.com/api/openai-compatibility
  ollama: z.extend(bodyOf(anyId, z.union([text, picture]), text, {}), {
    tool_choice: z.optional(z.never()),
    parallel_tool_calls: z.optional(z.never()),
    user: z.optional(z.never()),
  }),
  'deepseek-vision': bodyOf(anyId, z.union([text, image]), text, deepseekAnswer),
};

interface Message {
  role: string;
  reasoning_content?: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

function checkFormat(vendor: ChatVendor, format: unknown): string | undefined {
  const { type } = (format ?? {}) as { type?: string };
  if (vendor.startsWith('deepseek') && type === 'json_schema')
    return 'This response_format type is unavailable now';
  return undefined;
}

function checkOrder(vendor: ChatVendor, messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const [at, { role, tool_calls: calls, tool_call_id: id = '', ...message }] of messages.entries()) {
    if (role !== 'tool' && open.length > 0) return `tool_call_ids did not have response messages: ${open}`;
    if (role === 'tool' && !open.includes(id)) return `unexpected tool_call_id ${id}`;
    open = role === 'tool' ? open.filter((each) => each !== id) : (calls ?? []).map((call) => call.id);
    if (vendor === 'mistral' && role === 'user' && messages[at - 1]?.role === 'tool')
      return "Unexpected role 'user' after role 'tool'";
    if (vendor.startsWith('deepseek') && calls && message.reasoning_content === undefined)
      return 'The reasoning_content in the thinking mode must be passed back to the API.';
  }
  return open.length > 0 ? 'tool results are missing' : undefined;
}

function answer(vendor: ChatVendor, { thought, text: sentence, calls = [] }: Planned) {
  const tool_calls = calls.map(({ name, args }, at) => ({
    ...(vendor !== 'mistral' && { type: 'function' }),
    id: `call0000${at}`,
    function: { name, arguments: JSON.stringify(args) },
  }));
  const tools = calls.length > 0 && { tool_calls };
  const numbered = tools && { tool_calls: tool_calls.map((call, index) => ({ index, ...call })) };
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const reasoning = vendor === 'ollama' ? 'reasoning' : 'reasoning_content';
  const pieces =
    vendor === 'mistral' ? mistralPieces(thought, sentence) : chatPieces(reasoning, thought, sentence);
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: 'x', object: 'chat.completion', model: 'm' };
  const list = pieces.flatMap(({ content }) => (Array.isArray(content) ? (content as unknown[]) : []));
  const message = {
    role: 'assistant',
    content: null,
    ...Object.assign({}, ...pieces),
    ...(list.length > 0 && { content: list }),
  };
  const chunk = (delta: object, finish: string | null = null, rest = {}) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...rest })}\n\n`;
  const events = [
    chunk({ role: 'assistant' }),
    ...pieces.map((piece) => chunk(piece)),
    ...(numbered ? [chunk(numbered)] : []),
  ];
  return {
    whole: { ...head, choices: [{ index: 0, message: { ...message, ...tools }, finish_reason }], usage },
    events: [...events, chunk({}, finish_reason, { usage }), 'data: [DONE]\n\n'],
  };
}

type Piece = { content?: unknown; reasoning_content?: string; reasoning?: string };

function chatPieces(
  reasoning: 'reasoning' | 'reasoning_content',
  thought: string | undefined,
  sentence: string | undefined,
): Piece[] {
  return [...(thought ? [{ [reasoning]: thought }] : []), ...(sentence ? [{ content: sentence }] : [])];
}

/** The form of Mistral's reasoning models. */
function mistralPieces(thought: string | undefined, sentence: string | undefined): Piece[] {
  return [
    ...(thought ? [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }] }] : []),
    ...(sentence ? [{ content: thought ? [{ type: 'text', text: sentence }] : sentence }] : []),
  ];
}
