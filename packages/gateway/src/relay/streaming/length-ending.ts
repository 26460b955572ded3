import type { Usage } from '@tollgate/pricing';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { usageBody } from '../dialects/openai-chat-answer.ts';
import { parseObject } from '../request/parse-object.ts';
import { Converting } from './readers/converting.ts';
import { JsonListReader } from './readers/listed.ts';
import type { StreamReader } from './readers/reader.ts';

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
  /** The data of the last event that the caller has received. */
  readonly lastData?: string | undefined;
  /** The charged usage. */
  readonly usage: Usage;
}

/** The end of an answer that was cut at its limit, in the caller's format. */
export function endOfCut(
  reader: StreamReader,
  dialect: Dialect,
  cut: Omit<CutAnswer, 'text' | 'hasThoughts' | 'lastData'>,
): string {
  const inner = reader instanceof JsonListReader ? reader.inner : reader;
  if (inner instanceof Converting) return asSent(reader, inner.cut(cut.usage));
  const begin = reader.endEvent?.() ?? '';
  const { tally, lastData } = reader;
  const sent = { text: tally.text(), hasThoughts: tally.thoughtBytes > 0, lastData };
  return asSent(reader, begin + endAtLength(dialect, { ...cut, ...sent }));
}

function asSent(reader: StreamReader, events: string): string {
  return reader instanceof JsonListReader ? reader.list(events, true) : events;
}

/**
 * Formats the last events of a passed-through stream in the caller's format, with the finish reason for its
 * length. Closes open blocks as if the answer had been reasoning and one text.
 */
function endAtLength(dialect: Dialect, cut: CutAnswer): string {
  const { now, id, model, text, hasThoughts, usage } = cut;
  if (dialect.id === 'openai-chat') return endChunks(cut, 'chat.completion.chunk', { delta: {} });
  if (!dialect.translator) return endChunks(cut, 'text_completion', { text: '', logprobs: null });
  const formatter = dialect.translator.createFormatter({ ...cut.relayRequest, model }, now);
  formatter.format({ type: 'start', id, model });
  if (hasThoughts) formatter.format({ type: 'reasoning-delta', text: '' });
  formatter.format({ type: 'text-delta', text });
  const last = cut.lastData && parseObject(Buffer.from(cut.lastData));
  if (last) formatter.continueAfter?.(last);
  return `${formatter.format({ type: 'finish', reason: 'length' })}${formatter.end(usage)}`;
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
