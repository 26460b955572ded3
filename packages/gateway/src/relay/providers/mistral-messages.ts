import { createHash } from 'node:crypto';
import { isRecord } from './openai-usage.ts';

interface Message {
  role: string;
  content: unknown;
  reasoning_content?: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** Adapts the messages of a converted chat. `reasons`: the model accepts reasoning in the history. */
export function adaptMessages(messages: unknown, reasons: boolean): unknown[] {
  const adapted = (messages as Message[]).map((message) => adapt(message, reasons));
  return adapted.flatMap((message, at) => [...bridge(adapted[at - 1], message), message]);
}

/** Moves the reasoning that clients return into the content, and leaves it out for other models. */
export function withThinking(messages: unknown, reasons: boolean): unknown[] {
  return (messages as Message[]).map((message) => thoughtIntoContent(message, reasons));
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
export function withParameters(tool: { function: { parameters?: unknown } }): unknown {
  const parameters = tool.function.parameters ?? { type: 'object', properties: {} };
  return { ...tool, function: { ...tool.function, parameters } };
}
