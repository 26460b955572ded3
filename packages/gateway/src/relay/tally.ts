import { parseText } from '../core/parse-text.ts';
import { keyEndsWith, scanMembers } from './members.ts';
import type { WordWatch } from './words.ts';

/** What is kept of one answer for counting: more is counted by its length. */
const MAX_KEPT_BYTES = 512 * 1024;
const QUOTE = 0x22;

/** Ends of the names of fields that hold what the model wrote, thoughts and tool calls included. */
const chatFields = ['content', 'reasoning', 'arguments'].map((name) => Buffer.from(name));
/** Those of them that hold thoughts. */
const thoughtFields = ['reasoning', 'reasoning_content'].map((name) => Buffer.from(name));
/** The same in answers of the old completions. */
export const completionFields = [Buffer.from('text')];

/**
 * What the model wrote, collected in passing, for the case that the upstream never says how many tokens it was. Bytes of
 * a passed-through stream are not parsed: the texts are cut out as they stand in the JSON.
 */
export class TextTally {
  /** Of all text, kept or not. */
  bytes = 0;
  /** Of these, how many belong to thoughts. */
  thoughtBytes = 0;
  /** Reads along, where answers are searched for words. */
  watch: WordWatch | undefined;
  #kept = Buffer.alloc(0);
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
    scanMembers(json, (keyStart, keyEnd, value, end) => this.addMember(json, keyStart, keyEnd, value, end));
  }

  /** Takes the text of a member that holds some; offsets as `scanMembers` tells them. */
  addMember(json: Buffer, keyStart: number, keyEnd: number, value: number, end: number): void {
    if (json[value] !== QUOTE || end === value + 1) return;
    for (const field of this.#fields) {
      if (!keyEndsWith(json, keyStart, keyEnd, field)) continue;
      const before = this.bytes;
      this.#add(json, value + 1, end);
      if (thoughtFields.some((name) => keyEndsWith(json, keyStart, keyEnd, name)))
        this.thoughtBytes += this.bytes - before;
    }
  }

  /** What was kept, unescaped. Shorter than `bytes` says when the answer was very long. */
  text(): string {
    return unescaped(this.#kept.toString('utf8', 0, this.#used));
  }

  get keptBytes(): number {
    return this.#used;
  }

  #add(json: Buffer, from: number, end: number): void {
    this.bytes += end - from;
    this.watch?.take(unescaped(json.toString('utf8', from, end)));
    const used = this.#used + end - from;
    if (used > MAX_KEPT_BYTES) return;
    if (used > this.#kept.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(256, used * 2));
      this.#kept.copy(larger, 0, 0, this.#used);
      this.#kept = larger;
    }
    json.copy(this.#kept, this.#used, from, end);
    this.#used = used;
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return parseText(`"${text}"`) as string;
  } catch {
    return text;
  }
}
