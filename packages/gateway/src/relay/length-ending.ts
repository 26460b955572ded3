import type { Usage } from '../core/chat.ts';
import type { Asked, Dialect } from './dialects/dialect.ts';

/** An answer that the gateway ends because it is longer than its limit. */
export interface CutAnswer {
  readonly asked: Asked;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly requestId: string;
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
  const { asked, now, requestId: id, text, hasThoughts, usage } = cut;
  // The line before may lack the blank line that ends its event.
  if (!dialect.retell) return `\n${endCompletion(cut)}`;
  const formatter = dialect.retell.createFormatter(asked, now);
  formatter.format({ type: 'start', id, model: asked.model });
  if (hasThoughts) formatter.format({ type: 'reasoning-delta', text: '' });
  formatter.format({ type: 'text-delta', text });
  const finish = formatter.format({ type: 'finish', reason: 'length' });
  const each = Array.from({ length: dialect.id === 'openai-chat' ? asked.choices : 1 }, (_, index) =>
    finish.replace('"index":0', `"index":${index}`),
  );
  return `\n${each.join('')}${formatter.end(usage)}`;
}

/** https://platform.openai.com/docs/api-reference/completions/object */
function endCompletion({ asked, now, requestId, usage }: CutAnswer): string {
  const { model, choices, includeUsage } = asked;
  const head = { id: `cmpl-${requestId}`, object: 'text_completion', created: Math.floor(now / 1000), model };
  const ends = Array.from({ length: choices }, (_, index) => ({
    index,
    text: '',
    logprobs: null,
    finish_reason: 'length',
  }));
  const { input, output } = usage;
  const counts = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const last = includeUsage ? `data: ${JSON.stringify({ ...head, choices: [], usage: counts })}\n\n` : '';
  return `data: ${JSON.stringify({ ...head, choices: ends })}\n\n${last}data: [DONE]\n\n`;
}
