import {
  type ChatCall,
  type ChatMessage,
  type Content,
  type Media,
  UnsupportedFeatureError,
} from '../../core/chat.ts';
import { isReasoning } from '../../core/openai-models.ts';
import { encodeFormat, encodeTool, tuningOf } from './openai-settings.ts';

/** Converts a call to a chat completion request, without the differences between vendors. */
export function encodeChat(call: ChatCall): Record<string, unknown> {
  const { model, toolChoice, responseFormat } = call;
  const limit = isReasoning(model) ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    messages: call.messages.flatMap(encodeMessage),
    ...(call.maxTokens !== undefined && { [limit]: call.maxTokens }),
    ...tuningOf(call),
    ...(call.seed !== undefined && { seed: call.seed }),
    ...(call.stop.length > 0 && { stop: call.stop }),
    ...(call.user && { user: call.user }),
    ...(call.tools.length > 0 && { tools: call.tools.map(encodeTool) }),
    ...(toolChoice !== undefined && {
      tool_choice:
        typeof toolChoice === 'object'
          ? { type: 'function', function: { name: toolChoice.name } }
          : toolChoice,
    }),
    ...(call.parallelToolCalls !== undefined &&
      call.tools.length > 0 && { parallel_tool_calls: call.parallelToolCalls }),
    ...(responseFormat && { response_format: encodeFormat(responseFormat) }),
    ...(call.stream && { stream: true }),
  };
}

/** Tool results are separate messages here, before the user's own content. */
function encodeMessage({ role, content }: ChatMessage): unknown[] {
  const results = content.filter((item) => item.type === 'tool-result').map(encodeResult);
  const encoded = content.filter((item) => !silent.has(item.type)).map(encodeContent);
  const calls = content.filter((item) => item.type === 'tool-call').map(encodeToolCall);
  if (encoded.length === 0 && calls.length === 0) return results;
  const message = {
    role: role === 'tool' ? 'user' : role,
    content: encoded.length === 0 ? null : textOnly(encoded),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return [...results, message];
}

/** Sent elsewhere or not at all: another vendor's reasoning is useless here. */
const silent = new Set<Content['type']>(['tool-call', 'tool-result', 'reasoning', 'sealed-reasoning']);

/** Sends a single text as a string: not every vendor accepts lists. */
function textOnly(encoded: unknown[]): unknown {
  const [only] = encoded as { type: string; text: string }[];
  return encoded.length === 1 && only?.type === 'text' ? only.text : encoded;
}

function encodeToolCall(item: Content): unknown {
  if (item.type !== 'tool-call') return undefined;
  return { id: item.id, type: 'function', function: { name: item.name, arguments: item.input || '{}' } };
}

function encodeResult(item: Content): unknown {
  if (item.type !== 'tool-result') return undefined;
  const content = item.content.map((part) => {
    if (part.type !== 'text') throw new UnsupportedFeatureError('tool-result-media');
    return part.text;
  });
  return { role: 'tool', tool_call_id: item.id, content: content.join('\n') };
}

function encodeContent(item: Content): unknown {
  if (item.type === 'text') return { type: 'text', text: item.text };
  return encodeMedia(item as Media);
}

function encodeMedia(item: Media): unknown {
  switch (item.type) {
    case 'image':
      return { type: 'image_url', image_url: { url: item.url } };
    case 'image-data':
      return { type: 'image_url', image_url: { url: `data:${item.mediaType};base64,${item.base64}` } };
    case 'audio-data':
      return { type: 'input_audio', input_audio: { data: item.base64, format: formatOf(item.mediaType) } };
    case 'file-data': {
      const file_data = `data:${item.mediaType};base64,${item.base64}`;
      return { type: 'file', file: { filename: item.name ?? 'file', file_data } };
    }
    case 'file':
      throw new UnsupportedFeatureError('file-url');
  }
}

function formatOf(mediaType: string): string {
  const format = mediaType.replace(/^audio\/(x-)?/, '');
  return format === 'mpeg' ? 'mp3' : format;
}
