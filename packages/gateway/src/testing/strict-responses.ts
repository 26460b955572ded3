import * as z from 'zod/mini';
import { faultOf, type Planned, strictProvider } from './strict-providers.ts';
import type { ReceivedCall, Script } from './upstream.ts';

/** OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses/create */
export function strictResponses(plan: (call: ReceivedCall) => Planned): Script {
  return strictProvider(
    ({ json }) => faultOf(body, json) ?? checkItems((json as unknown as Body).input),
    plan,
    answer,
  );
}

const text = z.strictObject({ type: z.enum(['input_text']), text: z.string() });
const image = z.strictObject({
  type: z.literal('input_image'),
  image_url: z.string().check(z.regex(/^(https:|data:image\/)/)),
  detail: z.enum(['low', 'high', 'auto']),
});
const written = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()),
});
const id = z.string().check(z.minLength(1));
const item = z.union([
  z.strictObject({
    type: z.optional(z.literal('message')),
    role: z.enum(['user', 'system', 'developer']),
    content: z.union([z.string(), z.array(z.union([text, image])).check(z.minLength(1))]),
  }),
  z.strictObject({
    type: z.literal('message'),
    id,
    role: z.literal('assistant'),
    status: z.string(),
    content: z.array(written),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id,
    call_id: id,
    namespace: z.optional(z.string()),
    name: z.string(),
    arguments: z.string(),
    status: z.string(),
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: id,
    output: z.union([z.string(), z.array(z.union([text, image]))]),
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    id,
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.literal('sealed'),
  }),
]);
const tool = z.strictObject({
  type: z.literal('function'),
  name: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  description: z.optional(z.string()),
  parameters: z.record(z.string(), z.unknown()),
  strict: z.optional(z.boolean()),
});
const body = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item)]),
  store: z.optional(z.boolean()),
  stream: z.optional(z.boolean()),
  include: z.optional(z.array(z.literal('reasoning.encrypted_content'))),
  max_output_tokens: z.optional(z.int()),
  reasoning: z.optional(z.strictObject({ effort: z.string(), summary: z.optional(z.string()) })),
  tools: z.optional(
    z.array(
      z.union([
        tool,
        z.strictObject({ type: z.literal('namespace'), name: z.string(), tools: z.array(tool) }),
        z.strictObject({ type: z.literal('web_search') }),
      ]),
    ),
  ),
  text: z.optional(
    z.strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        name: z.string(),
        schema: z.record(z.string(), z.unknown()),
        strict: z.optional(z.boolean()),
      }),
    }),
  ),
});
type Body = z.output<typeof body>;

function checkItems(input: Body['input']): string | undefined {
  if (typeof input === 'string') return undefined;
  const ids = (type: string) =>
    input.flatMap((each) => (each.type === type && 'call_id' in each ? [each.call_id] : []));
  const results = ids('function_call_output');
  const open = ids('function_call').find((each) => !results.includes(each));
  return open && `No tool output found for function call ${open}.`;
}

type Item = Record<string, unknown> & { type: string; id: string };

function answer({ thought, text: sentence, calls = [] }: Planned) {
  const output: Item[] = [
    ...(thought ? [reasoning(thought)] : []),
    ...(sentence ? [message([{ type: 'output_text', text: sentence, annotations: [] }])] : []),
    ...calls.map(({ name, args }, at) => {
      const [namespace, own] = name.includes('__') ? name.split('__') : [undefined, name];
      const named = { ...(namespace && { namespace }), name: own, arguments: JSON.stringify(args) };
      return { type: 'function_call', id: `fc_${at}`, call_id: `call_${at}`, ...named, status: 'completed' };
    }),
  ];
  const head = { id: 'resp_1', object: 'response', created_at: 1_760_000_000, model: 'm' };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const whole = { ...head, status: 'completed', output, usage };
  const events: [string, object][] = [
    ['response.created', { response: { ...head, status: 'in_progress', output: [] } }],
    ...output.flatMap(eventsOf),
    ['response.completed', { response: whole }],
  ];
  return {
    whole,
    events: events.map(
      ([type, fields], sequence_number) =>
        `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...fields })}\n\n`,
    ),
  };
}

const message = (content: object[]): Item => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content,
});
const reasoning = (thought: string): Item => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: thought }],
  encrypted_content: 'sealed',
});

function eventsOf(item: Item, output_index: number): [string, object][] {
  const at = { output_index, item_id: item.id, content_index: 0 };
  const parts = item.type === 'message' ? (item.content as { text: string }[]) : [];
  const emptied = parts.length > 0 ? { ...item, content: [] } : item;
  return [
    ['response.output_item.added', { output_index, item: emptied }],
    ...parts.flatMap((part): [string, object][] => [
      ['response.content_part.added', { ...at, part: { ...part, text: '' } }],
      ['response.output_text.delta', { ...at, delta: part.text }],
      ['response.output_text.done', { ...at, text: part.text }],
      ['response.content_part.done', { ...at, part }],
    ]),
    ['response.output_item.done', { output_index, item }],
  ];
}
