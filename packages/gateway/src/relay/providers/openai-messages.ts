import type { ChatCall, ChatMessage, Content, Media } from '../../core/chat.ts';
import { encodeMedia } from './openai-media.ts';

/** Differences of a vendor in the messages of a converted chat. */
export interface MessageRules {
  /**
   * Sends the reasoning of earlier turns as `reasoning_content`: if there is any, or with every tool call.
   * Default: not at all, because it is useless to most vendors.
   */
  readonly reasoningHistory?: 'if-any' | 'with-tool-calls';
  /** Whether a model sees pictures and files. Default: all do. */
  readonly seesPictures?: (model: string) => boolean;
}

export interface OpenaiMessage {
  role: ChatMessage['role'];
  content: unknown;
  reasoning_content?: string;
  tool_calls?: unknown[];
  tool_call_id?: string;
}

type ToolResult = Extract<Content, { type: 'tool-result' }>;

/**
 * Converts a conversation. Tool results are separate messages here, before the user's own content. They have
 * text only: pictures and files of all results of a turn are in one user message behind them.
 *
 * @throws {UnsupportedFeatureError}
 */
export function encodeMessages(
  { messages, model }: Pick<ChatCall, 'messages' | 'model'>,
  { reasoningHistory, seesPictures = () => true }: MessageRules = {},
): OpenaiMessage[] {
  const sees = seesPictures(model);
  const encoded: OpenaiMessage[] = [];
  let media: unknown[] = [];
  const flush = () => {
    if (media.length > 0) encoded.push({ role: 'user', content: media });
    media = [];
  };
  for (const { role, content } of messages) {
    const results = content.filter((item) => item.type === 'tool-result');
    encoded.push(...results.map((result) => encodeResult(result, sees)));
    if (sees) media.push(...results.flatMap(mediaOf));
    const message = encodeOwn(role, content);
    if (!message) continue;
    if (message.role === 'user' && media.length > 0) {
      message.content = [...media, ...message.parts];
      media = [];
    } else flush();
    const { parts, ...body } = message;
    encoded.push({ ...body, ...reasoningOf(content, reasoningHistory) });
  }
  flush();
  return encoded;
}

/** Encodes what is not a tool result; `parts` is the content as a list. */
function encodeOwn(
  role: ChatMessage['role'],
  content: readonly Content[],
): (OpenaiMessage & { parts: unknown[] }) | undefined {
  const parts = content.filter((item) => !silent.has(item.type)).map(encodeContent);
  const calls = content.filter((item) => item.type === 'tool-call').map(encodeToolCall);
  if (parts.length === 0 && calls.length === 0) return undefined;
  return {
    role: role === 'tool' ? 'user' : role,
    content: parts.length === 0 ? null : textOnly(parts),
    ...(calls.length > 0 && { tool_calls: calls }),
    parts,
  };
}

/** Sent elsewhere or not at all. */
const silent = new Set<Content['type']>(['tool-call', 'tool-result', 'reasoning', 'sealed-reasoning']);

function reasoningOf(content: readonly Content[], rule: MessageRules['reasoningHistory']) {
  const text = content.map((item) => (item.type === 'reasoning' ? item.text : '')).join('');
  const isRequired = rule === 'with-tool-calls' && content.some(({ type }) => type === 'tool-call');
  return rule && (text || isRequired) ? { reasoning_content: text } : {};
}

/** Sends a single text as a string: not every vendor accepts lists. */
function textOnly(encoded: unknown[]): unknown {
  const [only] = encoded as { type: string; text: string }[];
  return encoded.length === 1 && only?.type === 'text' ? only.text : encoded;
}

function encodeToolCall(item: Content): unknown {
  if (item.type !== 'tool-call') return undefined;
  return { id: item.id, type: 'function', function: { name: item.name, arguments: item.input || '{}' } };
}

function encodeResult({ id, content }: ToolResult, sees: boolean): OpenaiMessage {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const hasMedia = texts.length < content.length;
  const note = sees ? 'The rest of the result is in the next user message.' : UNSEEN;
  return { role: 'tool', tool_call_id: id, content: [...texts, ...(hasMedia ? [note] : [])].join('\n') };
}

const UNSEEN = '[Pictures and files of this result are left out: this model reads only text.]';

function mediaOf({ id, content }: ToolResult): unknown[] {
  const media = content.filter((part) => part.type !== 'text').map(encodeMedia);
  return media.length > 0 ? [{ type: 'text', text: `From the result of tool call ${id}:` }, ...media] : [];
}

function encodeContent(item: Content): unknown {
  if (item.type === 'text') return { type: 'text', text: item.text };
  return encodeMedia(item as Media);
}
