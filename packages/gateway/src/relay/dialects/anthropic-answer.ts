import type { Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import { OWN_CITATION } from '../../core/own-citations.ts';
import type { RelayRequest } from './dialect.ts';
import { type Block, type Citation, gather, parseInput } from './gathered.ts';

/** Formats a whole response as a `message`. */
export function formatAnswer(parts: readonly Part[], { model }: RelayRequest): string {
  const { id, blocks, usage, reason } = gather(parts);
  return JSON.stringify({
    ...messageHead(id, model),
    content: blocks.flatMap(toBlocks),
    stop_reason: stopReasons[reason],
    stop_sequence: null,
    usage: usageBody(usage),
  });
}

export function messageHead(id: string, model: string) {
  return { id: id.startsWith('msg_') ? id : `msg_${id}`, type: 'message', role: 'assistant', model };
}

/** Anthropic counts cached tokens separately from the other prompt tokens. */
export function usageBody({ input, cachedInput, cacheWrite, cacheWriteHour, output, webSearches }: Usage) {
  return {
    input_tokens: Math.max(0, input - cachedInput - cacheWrite - cacheWriteHour),
    cache_creation_input_tokens: cacheWrite + cacheWriteHour,
    ...(cacheWrite + cacheWriteHour > 0 && {
      cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: cacheWriteHour },
    }),
    cache_read_input_tokens: cachedInput,
    output_tokens: output,
    ...(webSearches > 0 && { server_tool_use: { web_search_requests: webSearches } }),
  };
}

/** A source of a text, as Anthropic's own search names it. */
export function citation({ url, title }: Citation) {
  return { type: 'web_search_result_location', url, title, cited_text: '', encrypted_index: OWN_CITATION };
}

export const stopReasons: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filtered: 'refusal',
  'tool-calls': 'tool_use',
};

/** A tool call's signature is in the reasoning before it, because callers return both together. */
function toBlocks(block: Block): object[] {
  switch (block.type) {
    case 'text':
      return [
        {
          type: 'text',
          text: block.text,
          ...(block.citations && { citations: block.citations.map(citation) }),
        },
      ];
    case 'reasoning':
      return [{ type: 'thinking', thinking: block.text, signature: block.signature }];
    case 'sealed-reasoning':
      return [{ type: 'redacted_thinking', data: block.data }];
    case 'tool-call': {
      const { id, name, input, signature } = block;
      const signed = signature ? [{ type: 'thinking', thinking: '', signature }] : [];
      return [...signed, { type: 'tool_use', id, name, input: parseInput(input) }];
    }
  }
}
