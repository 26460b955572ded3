import * as z from 'zod/mini';
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
import { readDataUrl, readImage } from './data-url.ts';
import type { RelayRequest } from './dialect.ts';
import { present } from './present.ts';
import { check, unsupported } from './read-request.ts';
import { items, type messagePart, responsesBody } from './responses-body.ts';

type Body = z.output<typeof responsesBody>;

/**
 * Converts the whole request for a provider of another format.
 *
 * @throws {RelayError} 400 that names the field
 */
export function toCall({ model, stream, json }: RelayRequest): ChatCall {
  // State that only the provider stores.
  for (const field of ['previous_response_id', 'conversation', 'prompt', 'max_tool_calls'])
    if (json[field] !== undefined && json[field] !== null) throw unsupported(field);
  for (const field of ['background', 'top_logprobs']) if (json[field]) throw unsupported(field);
  const data = check(responsesBody, { ...json });
  return {
    model,
    stream,
    messages: [...readInstructions(data.instructions), ...readInput(data.input)],
    tools: (data.tools ?? []).map(readTool),
    stop: [],
    ...present('toolChoice', readToolChoice(data.tool_choice)),
    ...present('parallelToolCalls', data.parallel_tool_calls),
    ...present('maxTokens', data.max_output_tokens || undefined),
    ...present('temperature', data.temperature),
    ...present('topP', data.top_p),
    ...present('effort', data.reasoning?.effort),
    ...present('responseFormat', readFormat(data.text?.format)),
    ...present('user', data.user),
  };
}

function readInstructions(instructions: Body['instructions']): ChatMessage[] {
  return instructions ? [{ role: 'system', content: [{ type: 'text', text: instructions }] }] : [];
}

/** Joins the items of one turn to one message: reasoning, text and calls of the model belong together. */
function readInput(input: Body['input']): ChatMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: [{ type: 'text', text: input }] }];
  const messages: ChatMessage[] = [];
  for (const [place, item] of input.entries()) {
    const message = readItem(item, `input.${place}`);
    const last = messages.at(-1);
    if (last?.role === 'assistant' && message.role === 'assistant') last.content.push(...message.content);
    else messages.push(message);
  }
  return messages;
}

function readItem(item: Body['input'][number] & object, field: string): ChatMessage {
  switch (item.type ?? 'message') {
    case 'message': {
      const { role, content } = read(items.message, item, field);
      return { role: role === 'developer' ? 'system' : role, content: readContent(content) };
    }
    case 'function_call': {
      const { call_id: id, name, arguments: input } = read(items.function_call, item, field);
      return { role: 'assistant', content: [{ type: 'tool-call', id, name, input }] };
    }
    case 'function_call_output': {
      const { call_id: id, output } = read(items.function_call_output, item, field);
      const content = readContent(output) as (Media | TextContent)[];
      return { role: 'tool', content: [{ type: 'tool-result', id, content }] };
    }
    case 'reasoning': {
      const { summary, encrypted_content } = read(items.reasoning, item, field);
      const text = (summary ?? []).map((part) => part.text ?? '').join('\n');
      return {
        role: 'assistant',
        content: [{ type: 'reasoning', text, ...present('signature', encrypted_content) }],
      };
    }
    default:
      throw unsupported(`${field}.type`);
  }
}

function read<S extends z.ZodMiniType>(schema: S, item: object, field: string): z.output<S> {
  const wrapped = z.object({ [field]: schema });
  return check(wrapped, { [field]: item })[field] as z.output<S>;
}

function readContent(content: string | z.output<typeof messagePart>[]): Content[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((part): Content => {
    switch (part.type) {
      case 'input_image':
        if (!part.image_url) throw unsupported('input.content.file_id');
        return readImage(part.image_url);
      case 'input_file':
        return readFile(part);
      case 'input_audio': {
        const { data: base64, format } = part.input_audio;
        return { type: 'audio-data', mediaType: `audio/${format}`, base64 };
      }
      case 'refusal':
        return { type: 'text', text: part.refusal };
      default:
        return { type: 'text', text: part.text };
    }
  });
}

function readFile({
  file_data,
  file_url,
  filename,
}: Extract<z.output<typeof messagePart>, { type: 'input_file' }>): Content {
  if (file_url) return { type: 'file', url: file_url };
  const data = readDataUrl(file_data ?? '');
  if (!data) throw unsupported('input.content.file_id');
  return { type: 'file-data', ...data, ...present('name', filename) };
}

function readTool(
  { type, name, description, parameters, strict }: NonNullable<Body['tools']>[number],
  at: number,
): Tool {
  if (type !== 'function') throw unsupported(`tools.${at}.type`);
  return {
    name: name ?? '',
    ...(description && { description }),
    parameters: parameters ?? undefined,
    ...present('strict', strict),
  };
}

function readToolChoice(choice: Body['tool_choice']): ToolChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return choice ?? undefined;
  if (choice.type !== 'function') throw unsupported('tool_choice');
  return { name: choice.name ?? '' };
}

function readFormat(format: NonNullable<Body['text']>['format']): ResponseFormat | undefined {
  if (format?.type === 'json_object') return { type: 'json' };
  if (format?.type !== 'json_schema') return undefined;
  const { name = 'answer', schema, strict } = format;
  return { type: 'schema', name, schema, ...present('strict', strict) };
}
