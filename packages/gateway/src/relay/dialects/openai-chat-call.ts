import type * as z from 'zod/mini';
import type {
  ChatCall,
  ChatMessage,
  Content,
  Media,
  ResponseFormat,
  Tool,
  ToolCall,
} from '../../core/chat.ts';
import { readCache } from './cache-control.ts';
import { readDataUrl, readImage } from './data-url.ts';
import type { RelayRequest } from './dialect.ts';
import { HostedTools, readOpenaiSearch } from './hosted-tools.ts';
import type { chatBody, chatMessage, contentPart } from './openai-chat-body.ts';
import { chatBody as schema } from './openai-chat-body.ts';
import { usesFunctions, withFunctionIds } from './openai-functions.ts';
import { present } from './present.ts';
import { check, invalid, unsupported } from './read-request.ts';

type Body = z.output<typeof chatBody>;

/**
 * Converts the whole request for a provider of another format.
 *
 * @throws {RelayError} 400 that names the field
 */
export function toCall({ model, stream, json, choices }: RelayRequest): ChatCall {
  refuseOwnFeatures(json, choices);
  const data = check(schema, { ...json });
  return {
    model,
    stream,
    messages: withFunctionIds(data.messages).map(readMessage),
    ...readTools(data),
    stop: typeof data.stop === 'string' ? [data.stop] : (data.stop ?? []),
    ...present('parallelToolCalls', usesFunctions(json) ? false : data.parallel_tool_calls),
    ...present('maxTokens', data.max_completion_tokens || data.max_tokens || undefined),
    ...present('temperature', data.temperature),
    ...present('topP', data.top_p),
    ...present('topK', data.top_k),
    ...present('presencePenalty', data.presence_penalty),
    ...present('frequencyPenalty', data.frequency_penalty),
    ...present('seed', data.seed),
    ...present('effort', data.reasoning_effort),
    ...present('responseFormat', readFormat(data.response_format)),
    ...present('user', data.user),
    ...present('cache', readCache(data.cache_control)),
  };
}

/** Refuses features that change the response and exist only in this dialect. */
function refuseOwnFeatures(json: RelayRequest['json'], choices: number): void {
  if (choices > 1) throw unsupported('n');
  for (const field of ['audio', 'logprobs', 'top_logprobs']) {
    const value = json[field];
    if (value !== undefined && value !== null && value !== false && value !== 0) throw unsupported(field);
  }
  // An empty bias has no effect.
  if (typeof json.logit_bias === 'object' && Object.keys(json.logit_bias ?? {}).length > 0)
    throw unsupported('logit_bias');
  const { modalities } = json;
  if (Array.isArray(modalities) && modalities.some((each) => each !== 'text'))
    throw unsupported('modalities');
}

function readMessage(message: z.output<typeof chatMessage>): ChatMessage {
  const content =
    typeof message.content === 'string'
      ? [{ type: 'text' as const, text: message.content }]
      : (message.content ?? []);
  const cache = readCache(message.cache_control);
  if (message.role === 'tool' || message.role === 'function') {
    const parts = content.map(readPart) as (Media | { type: 'text'; text: string })[];
    const ofParts = content.map((part) => readCache('cache_control' in part && part.cache_control));
    const mark = present('cache', cache ?? ofParts.find((each) => each !== undefined));
    return {
      role: 'tool',
      content: [{ type: 'tool-result', id: message.tool_call_id ?? '', content: parts, ...mark }],
    };
  }
  const role = message.role === 'assistant' || message.role === 'user' ? message.role : 'system';
  const items: Content[] = [...content.map(readContent), ...(message.tool_calls ?? []).map(readToolCall)];
  const last = items.at(-1);
  if (cache && last) last.cache = cache;
  return { role, content: items };
}

function readTools({
  tools,
  functions,
  tool_choice,
  function_call,
  web_search_options,
}: Body): Pick<ChatCall, 'tools' | 'toolChoice' | 'webSearch'> {
  const hosted = new HostedTools();
  const own = (functions ?? []).map((each) => readTool(each));
  for (const [place, tool] of (tools ?? []).entries()) {
    const { type = 'function' } = tool;
    if (tool.function) own.push(readTool(tool.function, tool.cache_control));
    else if (type === 'function') throw invalid(`tools.${place}.function`, 'missing');
    else if (type === 'custom') throw unsupported(`tools.${place}.type: custom`);
    else hosted.add(type, /^web_search/.test(type) ? readOpenaiSearch(tool) : undefined);
  }
  // Models that search by themselves have options instead of a tool.
  if (web_search_options) hosted.search = readOpenaiSearch(web_search_options, 'available');
  const choice = tool_choice ?? function_call ?? undefined;
  if (typeof choice !== 'object') return hosted.choose(own, choice);
  if ('name' in choice) return hosted.choose(own, { name: choice.name });
  const named = choice.function;
  return named ? hosted.choose(own, { name: named.name }) : hosted.choose(own, undefined, choice.type);
}

function readTool(
  { name, description, parameters, strict, cache_control: inner }: NonNullable<Body['functions']>[number],
  outer?: unknown,
): Tool {
  return {
    name,
    ...(description && { description }),
    parameters,
    ...present('strict', strict),
    ...present('cache', readCache(outer ?? inner)),
  };
}

/** Reads a tool call with Google's signature in this dialect. */
function readToolCall({
  id,
  function: { name, arguments: input },
  extra_content,
}: NonNullable<z.output<typeof chatMessage>['tool_calls']>[number]): ToolCall {
  const signature = extra_content?.google?.thought_signature;
  return { type: 'tool-call', id, name, input, ...present('signature', signature) };
}

function readContent(part: z.output<typeof contentPart>): Content {
  const cache = readCache('cache_control' in part && part.cache_control);
  return { ...readPart(part), ...present('cache', cache) };
}

function readPart(part: z.output<typeof contentPart>): Content {
  switch (part.type) {
    case 'image_url':
      return readImage(part.image_url.url);
    case 'input_audio': {
      const { data, format } = part.input_audio;
      return { type: 'audio-data', mediaType: `audio/${format}`, base64: data };
    }
    case 'file':
      return readFile(part.file);
    case 'refusal':
      return { type: 'text', text: part.refusal };
    default:
      return { type: 'text', text: part.text };
  }
}

function readFile({ file_data, filename }: { file_data?: string | null; filename?: string | null }): Content {
  const data = readDataUrl(file_data ?? '');
  if (!data) throw unsupported('messages.content.file.file_id');
  return { type: 'file-data', ...data, ...present('name', filename) };
}

function readFormat(format: Body['response_format']): ResponseFormat | undefined {
  if (format?.type === 'json_object') return { type: 'json' };
  if (format?.type !== 'json_schema') return undefined;
  const { name = 'answer', schema, strict } = format.json_schema ?? {};
  return { type: 'schema', name, schema, ...present('strict', strict) };
}
