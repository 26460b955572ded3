import { createHash } from 'node:crypto';
import { isRecord } from './openai-usage.ts';
import type { Target } from './provider.ts';

type Json = Readonly<Record<string, unknown>>;
type Edits = [field: string, value: unknown][];

/** Mistral rejects unknown fields: https://docs.mistral.ai/api/ */
export function mistralFields(
  body: Json,
  { model }: Pick<Target, 'model'>,
  whole: () => Json = () => body,
): Edits {
  const unknown = Object.keys(body).filter((field) => openaiOnly.has(field));
  const limit = body.max_tokens ?? body.max_completion_tokens;
  return [
    ...unknown.map((field): [string, unknown] => [field, undefined]),
    ...(body.max_completion_tokens === undefined ? [] : ([['max_tokens', limit]] as Edits)),
    ...(body.seed === undefined
      ? []
      : ([
          ['seed', undefined],
          ['random_seed', body.seed],
        ] as Edits)),
    ...(body.reasoning_effort === undefined
      ? []
      : ([['reasoning_effort', effortOf(body.reasoning_effort, model)]] as Edits)),
    ...(hasThoughts(body) ? ([['messages', withThinking(whole().messages, model)]] as Edits) : []),
  ];
}

/** Clients return the reasoning of an answer as they got it. */
function hasThoughts({ messages }: Json): boolean {
  return Array.isArray(messages) && messages.some((each) => isRecord(each) && 'reasoning_content' in each);
}

function withThinking(messages: unknown, model: string): unknown {
  return (messages as Message[]).map((message) => thoughtIntoContent(message, reasoning.test(model)));
}

const openaiOnly = new Set([
  ...['audio', 'function_call', 'functions', 'logit_bias', 'logprobs', 'max_completion_tokens', 'metadata'],
  ...['modalities', 'prompt_cache_key', 'safety_identifier', 'service_tier', 'store'],
  ...['stream_options', 'top_logprobs', 'user', 'verbosity', 'web_search_options'],
]);

/**
 * Maps the effort to the two that all these models know; other models reject the field:
 * https://docs.mistral.ai/capabilities/reasoning/adjustable
 */
function effortOf(effort: unknown, model: string): string | undefined {
  if (!adjustable.test(model)) return undefined;
  return effort === 'none' || effort === 'minimal' ? 'none' : 'high';
}

const adjustable = /^mistral-(small-(latest|26|4)|medium-(latest|26|3[.-]5)|large-4)/;
/** The models that accept reasoning in the history. */
const reasoning = new RegExp(`^magistral|${adjustable.source}`);

/** Adapts a converted chat to what Mistral validates more strictly than OpenAI. */
export function mistralConversion({ messages, tools }: Json, { model }: Pick<Target, 'model'>): Edits {
  const adapted = (messages as Message[]).map((message) => adapt(message, reasoning.test(model)));
  return [
    ['messages', adapted.flatMap((message, at) => [...bridge(adapted[at - 1], message), message])],
    ...(Array.isArray(tools) ? ([['tools', tools.map(withParameters)]] as Edits) : []),
  ];
}

interface Message {
  role: string;
  content: unknown;
  reasoning_content?: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** An assistant message must separate tool results from a user message. */
function bridge(before: Message | undefined, { role }: Message): Message[] {
  const isMissing = before?.role === 'tool' && role === 'user';
  return isMissing ? [{ role: 'assistant', content: 'I have the results.' }] : [];
}

function adapt(sent: Message, reasons: boolean): Message {
  const content = Array.isArray(sent.content) ? sent.content.map(adaptPart) : sent.content;
  const message = thoughtIntoContent({ ...sent, content }, reasons);
  return {
    ...message,
    ...(message.tool_calls && {
      tool_calls: message.tool_calls.map((call) => ({ ...call, id: shortId(call.id) })),
    }),
    ...(message.tool_call_id !== undefined && { tool_call_id: shortId(message.tool_call_id) }),
  };
}

/** Mistral rejects `reasoning_content`: models that reason get it as a part, others do not get it. */
function thoughtIntoContent({ reasoning_content: thought, ...message }: Message, reasons: boolean): Message {
  if (!thought || !reasons) return message;
  return { ...message, content: [...thinking(thought), ...toParts(message.content)] };
}

function thinking(text: string): unknown[] {
  return [{ type: 'thinking', thinking: [{ type: 'text', text }], closed: true }];
}

function toParts(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}

/** Files are documents by URL here, and audio is the bare data. */
function adaptPart(part: unknown): unknown {
  if (!isRecord(part)) return part;
  if (part.type === 'file' && isRecord(part.file)) {
    const { filename, file_data } = part.file;
    return { type: 'document_url', document_url: file_data, document_name: filename };
  }
  if (part.type === 'input_audio' && isRecord(part.input_audio))
    return { type: 'input_audio', input_audio: part.input_audio.data };
  return part;
}

/** Ids of tool calls must have nine letters or digits. The same id is always mapped to the same one. */
function shortId(id: string): string {
  if (/^[a-zA-Z0-9]{9}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}

/** A function must have parameters. */
function withParameters(tool: { function: { parameters?: unknown } }): unknown {
  const parameters = tool.function.parameters ?? { type: 'object', properties: {} };
  return { ...tool, function: { ...tool.function, parameters } };
}
