import { noUsage, type Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import type { RelayRequest, StreamFormatter } from './dialect.ts';

/** Formats a whole response as `chat.completion`. */
export function formatAnswer(parts: readonly Part[], { model }: RelayRequest, now: number): string {
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  let usage: Usage = noUsage;
  let id = '';
  let text = '';
  let reasoning = '';
  const annotations: object[] = [];
  let reason: FinishReason = 'stop';
  for (const part of parts) {
    if (part.type === 'start') id = part.id;
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'reasoning-delta') reasoning += part.text;
    if (part.type === 'citation') annotations.push(annotation(part, text.length));
    if (part.type === 'tool-call-start')
      calls[part.index] = { ...toolCall(part), function: { name: part.name, arguments: '' } };
    if (part.type === 'tool-call-delta') {
      const call = calls[part.index];
      if (call) call.function.arguments += part.input;
    }
    if (part.type === 'usage') usage = { ...usage, ...part.usage };
    if (part.type === 'finish') reason = part.reason;
  }
  return JSON.stringify({
    id: idOf(id),
    object: 'chat.completion',
    created: Math.floor(now / 1000),
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          ...(reasoning && { reasoning_content: reasoning }),
          ...(annotations.length > 0 && { annotations }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: finishReasons[reason],
      },
    ],
    usage: usageBody(usage),
  });
}

/** Formats a stream of `chat.completion.chunk` events. */
export function createFormatter({ model, includeUsage }: RelayRequest, now: number): StreamFormatter {
  const created = Math.floor(now / 1000);
  let id = '';
  let hasBegun = false;
  let length = 0;

  function chunk(delta: object, finish: string | null = null): string {
    const role = hasBegun ? {} : { role: 'assistant', content: '' };
    hasBegun = true;
    const choices = [{ index: 0, delta: { ...role, ...delta }, finish_reason: finish }];
    return event({ choices });
  }

  function event(fields: object): string {
    return `data: ${JSON.stringify({ id: idOf(id), object: 'chat.completion.chunk', created, model, ...fields })}\n\n`;
  }

  return {
    format(part) {
      switch (part.type) {
        case 'start':
          id = part.id;
          return '';
        case 'text-delta':
          length += part.text.length;
          return chunk({ content: part.text });
        case 'citation':
          return chunk({ annotations: [annotation(part, length)] });
        case 'reasoning-delta':
          return chunk({ reasoning_content: part.text });
        case 'tool-call-start': {
          const { index, name } = part;
          return chunk({ tool_calls: [{ index, ...toolCall(part), function: { name, arguments: '' } }] });
        }
        case 'tool-call-delta':
          return chunk({ tool_calls: [{ index: part.index, function: { arguments: part.input } }] });
        case 'finish':
          return chunk({}, finishReasons[part.reason]);
        default:
          return '';
      }
    },
    end: (usage) => `${includeUsage ? event({ choices: [], usage: usageBody(usage) }) : ''}data: [DONE]\n\n`,
  };
}

/** A source of the text that ends at `at`: not every vendor says which words it supports. */
function annotation({ url, title }: { url: string; title: string }, at: number) {
  return { type: 'url_citation', url_citation: { url, title, start_index: at, end_index: at } };
}

/** Adds a signature where Google puts it in this dialect. */
function toolCall({ id, signature }: { id: string; signature?: string }) {
  const signed = signature && { extra_content: { google: { thought_signature: signature } } };
  return { id, type: 'function' as const, ...signed };
}

function idOf(id: string): string {
  return id.startsWith('chatcmpl-') ? id : `chatcmpl-${id}`;
}

export function usageBody({ input, output, cachedInput, reasoning }: Usage) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cachedInput },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

const finishReasons: Record<FinishReason, string> = {
  stop: 'stop',
  length: 'length',
  filtered: 'content_filter',
  'tool-calls': 'tool_calls',
};
