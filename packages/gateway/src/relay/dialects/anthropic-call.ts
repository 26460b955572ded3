import type * as z from 'zod/mini';
import type {
  ChatCall,
  ChatMessage,
  Content,
  Media,
  ResponseFormat,
  TextContent,
  Tool,
  ToolChoice,
} from '../../core/chat.ts';
import { messagesBody } from './anthropic-body.ts';
import type { RelayRequest } from './dialect.ts';
import { HostedTools, readAnthropicSearch } from './hosted-tools.ts';
import { present } from './present.ts';
import { check, unsupported } from './read-request.ts';
import { isFullyRequired } from './strict-schema.ts';

type Body = z.output<typeof messagesBody>;
type Json = Readonly<Record<string, unknown>>;

/**
 * Converts the whole request for a provider of another format.
 *
 * @throws {RelayError} 400 that names the field
 */
export function toCall({ model, stream, json }: RelayRequest): ChatCall {
  for (const field of ['mcp_servers', 'container'])
    if (json[field] !== undefined && json[field] !== null) throw unsupported(field);
  if (!clearsOnly(json.context_management)) throw unsupported('context_management');
  const data = check(messagesBody, { ...json });
  const choice = data.tool_choice;
  const budget = data.thinking?.type === 'enabled' ? data.thinking.budget_tokens : undefined;
  return {
    model,
    stream,
    messages: [
      ...readSystem(data.system),
      ...data.messages.map(readMessage).filter(({ content }) => content.length > 0),
    ],
    ...readTools(data),
    maxTokens: data.max_tokens,
    stop: data.stop_sequences ?? [],
    ...(choice?.disable_parallel_tool_use && { parallelToolCalls: false }),
    ...present('temperature', data.temperature),
    ...present('topP', data.top_p),
    ...present('topK', data.top_k),
    ...present('thinkingBudget', budget),
    ...present('effort', readEffort(data)),
    ...present('responseFormat', readFormat(data.output_config?.format ?? data.output_format)),
    ...present('user', data.metadata?.user_id),
  };
}

/**
 * Whether Anthropic is to remove old results and reasoning at most, as Claude Code requests. Another vendor
 * gets the whole conversation then. Compaction has an answer of its own, which no other vendor writes.
 */
function clearsOnly(management: unknown): boolean {
  const { edits = [] } = (management ?? {}) as { edits?: unknown };
  return [edits].flat().every((edit) => String((edit as Json | null)?.type).startsWith('clear_'));
}

function readSystem(system: Body['system']): ChatMessage[] {
  if (system === undefined || system === null || system.length === 0) return [];
  const content = typeof system === 'string' ? [{ type: 'text' as const, text: system }] : system;
  return [{ role: 'system', content: content.map(({ text }) => ({ type: 'text', text })) }];
}

function readMessage({ role, content }: Body['messages'][number], place: number): ChatMessage {
  if (typeof content === 'string') return { role, content: [{ type: 'text', text: content }] };
  return {
    role,
    content: content.flatMap((block, at) =>
      HOSTED_BLOCK.test(block.type) ? [] : [readBlock(block, `messages.${place}.content.${at}`)],
    ),
  };
}

/** Calls of tools that Anthropic ran, and their results: what the model made of them is in its texts. */
const HOSTED_BLOCK = /^(server_tool_use|mcp_tool_use|container_upload|\w+_tool_result)$/;

function readBlock(block: Json, field: string): Content {
  const { type, id, name, input } = block;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  switch (type) {
    case 'thinking':
      return { type: 'reasoning', text: text(block.thinking), signature: text(block.signature) };
    case 'redacted_thinking':
      return { type: 'sealed-reasoning', data: text(block.data) };
    case 'tool_use':
      return { type: 'tool-call', id: text(id), name: text(name), input: JSON.stringify(input ?? {}) };
    case 'tool_result': {
      const failed = block.is_error === true && { failed: true };
      const content = readResult(block.content, `${field}.content`);
      return { type: 'tool-result', id: text(block.tool_use_id), content, ...failed };
    }
    default:
      return readMediaOrText(block, field);
  }
}

function readResult(content: unknown, field: string): (Media | TextContent)[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.map(
    (block, at) => readFoundTool(block as Json) ?? readMediaOrText(block as Json, `${field}.${at}`),
  );
}

/** A tool that a search of the client found. Other vendors have no deferred tools: they know all from the start. */
function readFoundTool({ type, tool_name: name }: Json): TextContent | undefined {
  if (type !== 'tool_reference' || typeof name !== 'string') return undefined;
  return { type: 'text', text: `The tool ${name} can be called.` };
}

function readMediaOrText({ type, text, source, title }: Json, field: string): Media | TextContent {
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  const from = (source ?? {}) as { type?: string; url?: string; data?: string; media_type?: string };
  const { data: base64 = '', media_type: mediaType = '' } = from;
  if (type === 'image' && from.type === 'url' && from.url) return { type: 'image', url: from.url };
  if (type === 'image' && from.type === 'base64') return { type: 'image-data', mediaType, base64 };
  if (type !== 'document') throw unsupported(`${field}.type`);
  const name = typeof title === 'string' ? { name: title } : {};
  if (from.type === 'text') return { type: 'text', text: base64 };
  if (from.type === 'base64') return { type: 'file-data', mediaType, base64, ...name };
  if (from.type === 'url' && from.url) return { type: 'file', url: from.url, mediaType: 'application/pdf' };
  throw unsupported(`${field}.source`);
}

function readTools({ tools, tool_choice }: Body): Pick<ChatCall, 'tools' | 'toolChoice' | 'webSearch'> {
  const hosted = new HostedTools();
  const types = new Map<string, string>();
  const own: Tool[] = [];
  for (const [place, tool] of (tools ?? []).entries()) {
    const type = tool.type ?? 'custom';
    if (type === 'custom') own.push(readTool(tool));
    else if (CLIENT_TOOL.test(type)) throw unsupported(`tools.${place}.type: ${type}`);
    else {
      types.set(tool.name ?? '', type);
      hosted.add(type, /^web_search/.test(type) ? readAnthropicSearch(tool) : undefined);
    }
  }
  const choice = tool_choice ? readToolChoice(tool_choice) : undefined;
  const forced = typeof choice === 'object' ? types.get(choice.name) : undefined;
  if (forced !== undefined && !/^web_search/.test(forced)) throw unsupported(`tools.type: ${forced}`);
  return hosted.choose(own, choice, forced);
}

/** Tools that the caller runs and only Claude knows. */
const CLIENT_TOOL = /^(bash|text_editor|computer|memory)_/;

function readTool(tool: NonNullable<Body['tools']>[number]): Tool {
  const { name = '', description, input_schema, strict } = tool;
  return {
    name,
    ...(description && { description }),
    parameters: input_schema,
    ...(strict && isFullyRequired(input_schema) && { strict }),
  };
}

function readToolChoice({ type, name }: NonNullable<Body['tool_choice']>): ToolChoice {
  if (type === 'any') return 'required';
  return type === 'tool' ? { name: name ?? '' } : type;
}

function readEffort({ output_config, thinking }: Body): ChatCall['effort'] {
  return output_config?.effort ?? (thinking?.type === 'adaptive' ? 'high' : undefined);
}

function readFormat(format: NonNullable<Body['output_config']>['format']): ResponseFormat | undefined {
  if (!format) return undefined;
  const strict = isFullyRequired(format.schema) && { strict: true };
  return { type: 'schema', name: 'answer', schema: format.schema, ...strict };
}
