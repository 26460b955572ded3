import type { Usage } from '@tollgate/pricing';
import type { Asked, Dialect } from './dialects/dialect.ts';
import { usageBody } from './dialects/openai-chat-answer.ts';

/** An answer that the gateway ends because it is longer than its limit. */
export interface CutAnswer {
  readonly asked: Asked;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the events before. */
  readonly id: string;
  readonly model: string;
  /** What the caller has of it. */
  readonly text: string;
  readonly hasThoughts: boolean;
  /** What is charged. */
  readonly usage: Usage;
}

/**
 * The last events of a stream that passed through as the upstream wrote it: the finish reason for its length, in the
 * format of the caller. Open blocks are closed as if the answer had been thoughts and one text.
 */
export function endAtLength(dialect: Dialect, cut: CutAnswer): string {
  const { now, id, model, text, hasThoughts, usage } = cut;
  // The line before may lack the blank line that ends its event.
  if (dialect.id === 'openai-chat') return `\n${endChunks(cut, 'chat.completion.chunk', { delta: {} })}`;
  if (!dialect.retell) return `\n${endChunks(cut, 'text_completion', { text: '', logprobs: null })}`;
  const formatter = dialect.retell.createFormatter({ ...cut.asked, model }, now);
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
function endChunks({ asked, now, id, model, usage }: CutAnswer, object: string, nothing: object): string {
  const { choices, includeUsage } = asked;
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
