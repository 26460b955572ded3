import type { Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import type { RelayRequest } from './dialect.ts';
import { type Block, gather } from './gathered.ts';

/** Formats a whole response as a `response`. */
export function formatAnswer(parts: readonly Part[], relayRequest: RelayRequest, now: number): string {
  const { id, blocks, usage, reason } = gather(parts);
  const output = blocks.flatMap((block, place) => toItem(block, id, place));
  return JSON.stringify(responseBody(relayRequest, id, now, { output, usage, reason }));
}

export interface Ended {
  output: readonly unknown[];
  usage: Usage;
  reason: FinishReason;
}

/** Formats the response so far; without an end it is still in progress. */
export function responseBody({ model, json }: RelayRequest, id: string, now: number, ended?: Ended) {
  const cut = ended && incomplete[ended.reason];
  return {
    id: id.startsWith('resp_') ? id : `resp_${id}`,
    object: 'response',
    created_at: Math.floor(now / 1000),
    status: ended ? (cut ? 'incomplete' : 'completed') : 'in_progress',
    error: null,
    incomplete_details: cut ? { reason: cut } : null,
    instructions: json.instructions ?? null,
    max_output_tokens: json.max_output_tokens ?? null,
    model,
    output: ended?.output ?? [],
    parallel_tool_calls: json.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: json.reasoning ?? { effort: null, summary: null },
    store: false,
    temperature: json.temperature ?? null,
    text: json.text ?? { format: { type: 'text' } },
    tool_choice: json.tool_choice ?? 'auto',
    tools: json.tools ?? [],
    top_p: json.top_p ?? null,
    truncation: json.truncation ?? 'disabled',
    usage: ended ? usageBody(ended.usage) : null,
    metadata: json.metadata ?? {},
  };
}

/** Formats one block as an item of the output. */
export function toItem(block: Block, answerId: string, place: number): object[] {
  const id = itemId(block.type, answerId, place);
  switch (block.type) {
    case 'text':
      return [
        { id, type: 'message', status: 'completed', role: 'assistant', content: [textPart(block.text)] },
      ];
    case 'reasoning': {
      const summary = block.text ? [{ type: 'summary_text', text: block.text }] : [];
      const signed = block.signature && { encrypted_content: block.signature };
      return [{ id, type: 'reasoning', summary, ...signed }];
    }
    case 'tool-call': {
      const { id: call_id, name, input } = block;
      return [{ id, type: 'function_call', status: 'completed', call_id, name, arguments: input || '{}' }];
    }
    default:
      return [];
  }
}

export function itemId(type: Block['type'], answerId: string, place: number): string {
  return `${prefixes[type]}_${answerId}_${place}`;
}

export function textPart(text: string) {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

/** `cache_write_tokens` as in a chat completion. */
function usageBody({ input, cachedInput, cacheWrite, cacheWriteHour, output, reasoning }: Usage) {
  const written = cacheWrite + cacheWriteHour;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cachedInput, ...(written > 0 && { cache_write_tokens: written }) },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

const prefixes: Record<Block['type'], string> = {
  text: 'msg',
  reasoning: 'rs',
  'sealed-reasoning': 'rs',
  'tool-call': 'fc',
};

const incomplete: Partial<Record<FinishReason, string>> = {
  length: 'max_output_tokens',
  filtered: 'content_filter',
};
