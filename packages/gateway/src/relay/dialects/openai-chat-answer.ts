import { noUsage, type Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import type { RelayRequest, StreamFormatter } from './dialect.ts';
import { usesFunctions } from './openai-functions.ts';

/** Formats a whole response as `chat.completion`. */
export function formatAnswer(parts: readonly Part[], { model, json }: RelayRequest, now: number): string {
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  let usage: Usage = noUsage;
  let id = '';
  let text = '';
  let reasoning = '';
  let reason: FinishReason = 'stop';
  const isOlder = usesFunctions(json);
  for (const part of parts) {
    if (part.type === 'start') id = part.id;
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'reasoning-delta') reasoning += part.text;
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
          ...(calls.length > 0 && (isOlder ? { function_call: calls[0]?.function } : { tool_calls: calls })),
        },
        finish_reason: finishReasonOf(reason, isOlder),
      },
    ],
    usage: usageBody(usage),
  });
}

/** Formats a stream of `chat.completion.chunk` events. */
export function createFormatter({ model, includeUsage, json }: RelayRequest, now: number): StreamFormatter {
  const isOlder = usesFunctions(json);
  const created = Math.floor(now / 1000);
  let id = '';
  let hasBegun = false;

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
          return chunk({ content: part.text });
        case 'reasoning-delta':
          return chunk({ reasoning_content: part.text });
        case 'tool-call-start': {
          const { index, name } = part;
          if (isOlder) return index === 0 ? chunk({ function_call: { name, arguments: '' } }) : '';
          return chunk({ tool_calls: [{ index, ...toolCall(part), function: { name, arguments: '' } }] });
        }
        case 'tool-call-delta':
          if (isOlder) return part.index === 0 ? chunk({ function_call: { arguments: part.input } }) : '';
          return chunk({ tool_calls: [{ index: part.index, function: { arguments: part.input } }] });
        case 'finish':
          return chunk({}, finishReasonOf(part.reason, isOlder));
        default:
          return '';
      }
    },
    end: (usage) => `${includeUsage ? event({ choices: [], usage: usageBody(usage) }) : ''}data: [DONE]\n\n`,
  };
}

/** Adds a signature where Google puts it in this dialect. */
function toolCall({ id, signature }: { id: string; signature?: string }) {
  const signed = signature && { extra_content: { google: { thought_signature: signature } } };
  return { id, type: 'function' as const, ...signed };
}

function idOf(id: string): string {
  return id.startsWith('chatcmpl-') ? id : `chatcmpl-${id}`;
}

/** OpenAI has no field for tokens that were written to a cache. `cache_write_tokens` is OpenRouter's. */
export function usageBody({ input, output, cachedInput, cacheWrite, cacheWriteHour, reasoning }: Usage) {
  const written = cacheWrite + cacheWriteHour;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cachedInput,
      ...(written > 0 && { cache_write_tokens: written }),
    },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function finishReasonOf(reason: FinishReason, isOlder: boolean): string {
  return isOlder && reason === 'tool-calls' ? 'function_call' : finishReasons[reason];
}

const finishReasons: Record<FinishReason, string> = {
  stop: 'stop',
  length: 'length',
  filtered: 'content_filter',
  'tool-calls': 'tool_calls',
};
