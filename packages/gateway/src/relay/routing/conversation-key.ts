import { hash } from 'node:crypto';
import type { JsonObject } from '../request/body-scan.ts';

/** Characters of a message that are compared: a large body is parsed without the rest of its strings. */
const TEXT_CHARACTERS = 160;

type Item = Readonly<Record<string, unknown>>;

/** The turns of a request, as short texts that are equal in the next request of the same conversation. */
export interface Conversation {
  /** The turns before the last answer of the model; `undefined` for the first turn. */
  readonly before: string | undefined;
  /** All turns: with the coming answer they are those before the next one. */
  readonly whole: string;
  /** The beginning, which all turns share. */
  readonly start: string;
}

/**
 * Describes the conversation of a chat in any format by its length, its first and its last message. That is not its
 * whole text: two that look alike here may share a channel, which does no harm.
 */
export function conversationOf({ messages, input, contents }: JsonObject): Conversation | undefined {
  const items =
    typeof input === 'string' ? [{ role: 'user', content: input }] : (messages ?? input ?? contents);
  if (!Array.isArray(items) || items.length === 0) return undefined;
  const turns = items as readonly Item[];
  const first = turns.find((item) => !isInstruction(item)) ?? turns[0];
  const start = textOf(first);
  const describe = (end: number) => `${end} ${start} ${textOf(turns[end - 1])}`;
  const answer = findLastAnswer(turns);
  return { before: answer > 0 ? describe(answer) : undefined, whole: describe(turns.length), start };
}

/**
 * A short key of any text for this process: two FNV-1a hashes with different beginnings, as 53 bits. A digest costs
 * ten times as much. A user who finds two texts with one key makes only their own calls share a channel: the user is
 * part of each text.
 */
export function keyOf(text: string): number {
  let [high, low] = [FNV_BASIS, FNV_BASIS ^ SECOND];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, FNV_PRIME);
    low = Math.imul(low ^ code, FNV_PRIME);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const SECOND = 0x5bd1e995;

/** A number from 0 to 1 that is the same in every gateway. */
export function pointOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 2 ** 32;
}

/** The index where the last answer of the model begins; 0 when there is none. */
function findLastAnswer(turns: readonly Item[]): number {
  let at = turns.findLastIndex(isAnswer);
  while (at > 0 && isAnswer(turns[at - 1])) at -= 1;
  return Math.max(0, at);
}

function isInstruction({ role }: Item): boolean {
  return role === 'system' || role === 'developer';
}

/** Messages of the model, and the items of OpenAI's responses that it makes. */
function isAnswer(item: Item | undefined): boolean {
  const { role, type } = item ?? {};
  if (role !== undefined) return role === 'assistant' || role === 'model';
  return typeof type === 'string' && type !== 'message' && !type.endsWith('_output');
}

function textOf(item: unknown): string {
  if (typeof item === 'string') return item.slice(0, TEXT_CHARACTERS);
  if (Array.isArray(item)) return textOf(item[0]);
  if (typeof item !== 'object' || item === null) return '';
  const { text, tool_use_id, tool_call_id, call_id, content, parts, output } = item as Item;
  const id = tool_use_id ?? tool_call_id ?? call_id;
  return typeof id === 'string' ? id : textOf(text ?? content ?? parts ?? output);
}
