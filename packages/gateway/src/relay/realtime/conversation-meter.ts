import { objectOf, type RealtimeEvent } from './events.ts';
import { type AudioFormat, BYTES_PER_TEXT_TOKEN, INPUT_TOKENS_PER_SECOND } from './output-meter.ts';

/** Tokens that a response reads, by kind: audio costs much more than text. */
export interface ContextTokens {
  readonly text: number;
  readonly audio: number;
}

/** The amount added to a conversation until some moment. */
export interface ConversationMark {
  readonly textBytes: number;
  readonly audioTokens: number;
  readonly otherTokens: number;
}

/** Tokens that a response of a new session reads: instructions and tools added by the provider. */
const INITIAL_TEXT_TOKENS = 500;
/** The most tokens that a response reads for one image. */
const IMAGE_TOKENS = 2_000;

/**
 * Counts what the next response reads: the whole conversation so far. The report of a response gives its
 * length at that time. Later additions are counted from the caller's events.
 */
export class ConversationMeter {
  readonly #format: AudioFormat;
  #reported: ContextTokens = { text: INITIAL_TEXT_TOKENS, audio: 0 };
  #since: ConversationMark = { textBytes: 0, audioTokens: 0, otherTokens: 0 };
  #added = { textBytes: 0, audioTokens: 0, otherTokens: 0 };
  /** Base64 characters of audio that no event has added to the conversation yet. */
  #buffered = 0;
  #reportsCommits = false;
  #speechStartMs: number | undefined;
  #speechMs: number | undefined;

  constructor(format: AudioFormat) {
    this.#format = format;
  }

  /** From `input_audio_buffer.append`. @param characters of base64 */
  addBuffered(characters: number): void {
    this.#buffered += characters;
  }

  /** From any other event of the caller. @param bytes of the whole event */
  addEvent(event: RealtimeEvent, bytes: number): void {
    let textBytes = bytes;
    const content = objectOf(event.item)?.content;
    for (const part of Array.isArray(content) ? content : []) {
      const { audio, image_url: image } = objectOf(part) ?? {};
      if (typeof audio === 'string') {
        this.#added.audioTokens += this.#tokensOf(audio.length);
        textBytes -= audio.length;
      } else if (typeof image === 'string') {
        this.#added.otherTokens += IMAGE_TOKENS;
        textBytes -= image.length;
      }
    }
    this.#added.textBytes += Math.max(0, textBytes);
  }

  /** From the provider's `input_audio_buffer.*` events, which report what joined the conversation. */
  readBufferEvent({ type, audio_start_ms: startMs, audio_end_ms: endMs }: RealtimeEvent): void {
    if (type === 'input_audio_buffer.speech_started' && typeof startMs === 'number') {
      this.#speechStartMs = startMs;
    } else if (type === 'input_audio_buffer.speech_stopped' && typeof endMs === 'number') {
      if (this.#speechStartMs !== undefined) this.#speechMs = Math.max(0, endMs - this.#speechStartMs);
    } else if (type === 'input_audio_buffer.committed') {
      // With voice detection, silence before the speech is left out.
      const speechSeconds = (this.#speechMs ?? Number.POSITIVE_INFINITY) / 1000;
      this.#added.audioTokens += Math.min(
        this.#tokensOf(this.#buffered),
        Math.ceil(speechSeconds * INPUT_TOKENS_PER_SECOND),
      );
      this.#reportsCommits = true;
      this.#clearBuffer();
    } else if (type === 'input_audio_buffer.cleared') this.#clearBuffer();
  }

  mark(): ConversationMark {
    return { ...this.#added };
  }

  /** Restarts the count from a response's report, which does not include what came after `mark`. */
  restart(reported: ContextTokens, mark: ConversationMark): void {
    this.#reported = reported;
    this.#since = mark;
  }

  /** The most that the next response reads: a text token has at least one byte. */
  bound(): ContextTokens {
    const { text, audio } = this.#reported;
    const { textBytes, audioTokens, otherTokens } = this.#addedSince();
    return { text: text + textBytes + otherTokens, audio: audio + audioTokens };
  }

  /** What the next response probably reads, and how much of it is new audio. */
  estimate(): { input: number; audioInput: number } {
    const { text, audio } = this.#reported;
    const { textBytes, audioTokens } = this.#addedSince();
    const input = text + audio + audioTokens + Math.ceil(textBytes / BYTES_PER_TEXT_TOKEN);
    return { input, audioInput: audioTokens };
  }

  #addedSince(): ConversationMark {
    // A provider that does not report commits may have taken all of the buffer.
    const uncommitted = this.#reportsCommits ? 0 : this.#tokensOf(this.#buffered);
    return {
      textBytes: this.#added.textBytes - this.#since.textBytes,
      audioTokens: this.#added.audioTokens - this.#since.audioTokens + uncommitted,
      otherTokens: this.#added.otherTokens - this.#since.otherTokens,
    };
  }

  #tokensOf(characters: number): number {
    return Math.ceil(this.#format.inputSeconds(characters) * INPUT_TOKENS_PER_SECOND);
  }

  #clearBuffer(): void {
    this.#buffered = 0;
    this.#speechStartMs = undefined;
    this.#speechMs = undefined;
  }
}
