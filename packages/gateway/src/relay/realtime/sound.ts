import { noUsage, type Usage } from '../../core/chat.ts';

/** Base64 has four characters for three bytes. */
const BYTES_PER_CHARACTER = 0.75;
/** A second of PCM at 24 kHz, 16 bit. */
const PCM_BYTES_PER_SECOND = 48_000;
/** A second at 8 kHz, 8 bit, as telephones have it. */
const PHONE_BYTES_PER_SECOND = 8_000;
const HEARD_TOKENS_PER_SECOND = 10;
const SAID_TOKENS_PER_SECOND = 20;
const BYTES_PER_TEXT_TOKEN = 4;
/** JSON around what a delta holds. */
const FRAME_BYTES = 180;

/**
 * How many tokens went over the line since the last report, from the length of what passed: for watching the money
 * while a response is under way, and for one that never reports.
 */
export class SoundMeter {
  /** Characters of base64 and of text. */
  heard = 0;
  said = 0;
  wrote = 0;
  told = 0;
  #isPhone = false;
  /** The conversation so far, which every response reads again. */
  #context = 0;

  /** From `session.created` and `session.updated`, in the words of both versions of the interface. */
  readFormat(event: unknown): void {
    const { session } = event as {
      session?: { output_audio_format?: unknown; audio?: { output?: { format?: { type?: unknown } } } };
    };
    const format = session?.audio?.output?.format?.type ?? session?.output_audio_format;
    if (typeof format === 'string') this.#isPhone = /g711|pcmu|pcma/.test(format);
  }

  addHeard(frameBytes: number): void {
    this.heard += Math.max(0, frameBytes - FRAME_BYTES / 2);
  }

  addSaid(frameBytes: number): void {
    this.said += Math.max(0, frameBytes - FRAME_BYTES);
  }

  addWritten(frameBytes: number): void {
    this.wrote += Math.max(1, frameBytes - FRAME_BYTES);
  }

  estimate(): Usage {
    const perSecond = this.#isPhone ? PHONE_BYTES_PER_SECOND : PCM_BYTES_PER_SECOND;
    const seconds = (characters: number) => (characters * BYTES_PER_CHARACTER) / perSecond;
    const audioInput = Math.ceil(seconds(this.heard) * HEARD_TOKENS_PER_SECOND);
    const audioOutput = Math.ceil(seconds(this.said) * SAID_TOKENS_PER_SECOND);
    return {
      ...noUsage,
      input: this.#context + audioInput + Math.ceil(this.told / BYTES_PER_TEXT_TOKEN),
      audioInput,
      output: audioOutput + Math.ceil(this.wrote / BYTES_PER_TEXT_TOKEN),
      audioOutput,
    };
  }

  /** A response reported what it used: the next one reads all of that, and what comes from now on. */
  restart({ input, output }: Pick<Usage, 'input' | 'output'>): void {
    this.#context = input + output;
    this.heard = 0;
    this.said = 0;
    this.wrote = 0;
    this.told = 0;
  }
}
