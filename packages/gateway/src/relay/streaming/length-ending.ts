import type { Usage } from '@tollgate/pricing';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { usageBody } from '../dialects/openai-chat-answer.ts';

/** An answer that the gateway ends because it is longer than its limit. */
export interface CutAnswer {
  readonly relayRequest: RelayRequest;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From the earlier events. */
  readonly id: string;
  readonly model: string;
  /** The text that the caller has received. */
  readonly text: string;
  readonly hasThoughts: boolean;
  /** The charged usage. */
  readonly usage: Usage;
}

/**
 * Formats the last events of a passed-through stream in the caller's format, with the finish reason for its
 * length. Closes open blocks as if the answer had been reasoning and one text.
 */
export function endAtLength(dialect: Dialect, cut: CutAnswer): string {
  const { now, id, model, text, hasThoughts, usage } = cut;
  // The previous line may lack the blank line that ends its event.
  if (dialect.id === 'openai-chat') return `\n${endChunks(cut, 'chat.completion.chunk', { delta: {} })}`;
  if (!dialect.translator) return `\n${endChunks(cut, 'text_completion', { text: '', logprobs: null })}`;
  const formatter = dialect.translator.createFormatter({ ...cut.relayRequest, model }, now);
  formatter.format({ type: 'start', id, model });
  if (hasThoughts) formatter.format({ type: 'reasoning-delta', text: '' });
  formatter.format({ type: 'text-delta', text });
  return `\n${formatter.format({ type: 'finish', reason: 'length' })}${formatter.end(usage)}`;
}

/**
 * One chunk for each answer, as OpenAI writes them.
 *
 * - https://platform.openai.com/docs/api-reference/chat-streaming/streaming
 * - https://platform.openai.com/docs/api-reference/completions/object
 */
function endChunks(
  { relayRequest, now, id, model, usage }: CutAnswer,
  object: string,
  nothing: object,
): string {
  const { choices, includeUsage } = relayRequest;
  const head = { id, object, created: Math.floor(now / 1000), model };
  const ends = Array.from({ length: choices }, (_, index) =>
    chunk({ ...head, choices: [{ index, ...nothing, finish_reason: 'length' }] }),
  );
  const last = includeUsage ? chunk({ ...head, choices: [], usage: usageBody(usage) }) : '';
  return `${ends.join('')}${last}data: [DONE]\n\n`;
}

function chunk(fields: object): string {
  return `data: ${JSON.stringify(fields)}\n\n`;
}
