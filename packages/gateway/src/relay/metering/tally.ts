import { parseText } from '../../core/parse-text.ts';
import type { WordWatch } from '../prompt/words.ts';
import { keyEndsWith, type MemberSpan, scanMembers } from '../request/members.ts';

/** Bytes kept of one answer for counting. The rest is estimated from its length. */
const MAX_KEPT_BYTES = 512 * 1024;
const QUOTE = 0x22;
/** Up to this length, most pieces of a stream, a loop is faster than a native copy. */
const SHORT_BYTES = 48;

/** Suffixes of the names of fields with model output, including reasoning and tool calls. */
const chatFields = ['content', 'reasoning', 'arguments'].map((name) => Buffer.from(name));
/** The fields that hold reasoning. */
const thoughtFields = ['reasoning', 'reasoning_content'].map((name) => Buffer.from(name));
/** The text fields of the legacy completions API. */
export const completionFields = [Buffer.from('text')];

/**
 * Collects the model's output while it passes, in case the upstream reports no usage. Does not parse the
 * bytes of a passed-through stream: it copies the texts as escaped in the JSON.
 */
export class TextTally {
  /** Bytes of all text, kept or not. */
  bytes = 0;
  /** The part of `bytes` that is reasoning. */
  thoughtBytes = 0;
  /** Searches the output for forbidden words, when enabled. */
  watch: WordWatch | undefined;
  #sample = Buffer.alloc(0);
  #used = 0;
  readonly #fields: readonly Buffer[];

  constructor(fields: readonly Buffer[] = chatFields) {
    this.#fields = fields;
  }

  addText(text: string): void {
    if (text === '') return;
    const json = Buffer.from(JSON.stringify(text));
    this.#add(json, 1, json.length - 1);
  }

  addThought(text: string): void {
    const before = this.bytes;
    this.addText(text);
    this.thoughtBytes += this.bytes - before;
  }

  addJson(json: Buffer): void {
    scanMembers(json, (member) => void this.addMember(json, member));
  }

  /** Adds the text of a member, if it holds output. Returns whether it does. */
  addMember(json: Buffer, member: MemberSpan): boolean {
    const { value, end } = member;
    if (json[value] !== QUOTE || end === value + 1 || !endsWithAny(json, member, this.#fields)) return false;
    this.#add(json, value + 1, end);
    if (endsWithAny(json, member, thoughtFields)) this.thoughtBytes += end - value - 1;
    return true;
  }

  /** The kept text, unescaped. Shorter than `bytes` when the answer was very long. */
  text(): string {
    return unescaped(this.#sample.toString('utf8', 0, this.#used));
  }

  get sampleBytes(): number {
    return this.#used;
  }

  #add(json: Buffer, from: number, end: number): void {
    this.bytes += end - from;
    this.watch?.take(unescaped(json.toString('utf8', from, end)));
    const used = this.#used + end - from;
    if (used > MAX_KEPT_BYTES) return;
    if (used > this.#sample.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(256, used * 2));
      this.#sample.copy(larger, 0, 0, this.#used);
      this.#sample = larger;
    }
    if (end - from > SHORT_BYTES) json.copy(this.#sample, this.#used, from, end);
    else
      for (let at = from, to = this.#used; at < end; at += 1, to += 1) this.#sample[to] = json[at] as number;
    this.#used = used;
  }
}

/** Without a closure or an iterator: a stream has a thousand members. */
function endsWithAny(json: Buffer, member: MemberSpan, names: readonly Buffer[]): boolean {
  for (let index = 0; index < names.length; index += 1)
    if (keyEndsWith(json, member, names[index] as Buffer)) return true;
  return false;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return parseText(`"${text}"`) as string;
  } catch {
    return text;
  }
}
