import { objectOf, type RealtimeEvent } from './events.ts';

export const INPUT_TOKENS_PER_SECOND = 10;
const OUTPUT_TOKENS_PER_SECOND = 20;
export const BYTES_PER_TEXT_TOKEN = 4;
/** Base64 has four characters for three bytes. */
const BYTES_PER_CHARACTER = 0.75;
/** A second of PCM at 24 kHz, 16 bit. */
const PCM_BYTES_PER_SECOND = 48_000;
/** A second at 8 kHz, 8 bit, the format of telephones. */
const PHONE_BYTES_PER_SECOND = 8_000;
/** Bytes of JSON around the content of a delta. */
const FRAME_BYTES = 180;

/** The audio formats of a session, which give the duration of base64 audio. */
export class AudioFormat {
  #isPhoneIn = false;
  #isPhoneOut = false;

  /** From `session.created` and `session.updated`, in both API versions. */
  read(session: RealtimeEvent): void {
    const audio = objectOf(session.audio);
    const formatOf = (side: 'input' | 'output') =>
      objectOf(objectOf(audio?.[side])?.format)?.type ?? session[`${side}_audio_format`];
    const [input, output] = [formatOf('input'), formatOf('output')];
    if (typeof input === 'string') this.#isPhoneIn = isPhone(input);
    if (typeof output === 'string') this.#isPhoneOut = isPhone(output);
  }

  inputSeconds(characters: number): number {
    return secondsOf(characters, this.#isPhoneIn);
  }

  outputSeconds(characters: number): number {
    return secondsOf(characters, this.#isPhoneOut);
  }
}

/** Counts the output of one response from the length of its deltas. */
export class OutputMeter {
  readonly #format: AudioFormat;
  #audioCharacters = 0;
  #textBytes = 0;

  constructor(format: AudioFormat) {
    this.#format = format;
  }

  add(type: string, frameBytes: number): void {
    if (type.endsWith('audio.delta')) this.#audioCharacters += Math.max(0, frameBytes - FRAME_BYTES);
    else this.#textBytes += Math.max(1, frameBytes - FRAME_BYTES);
  }

  estimate(): { output: number; audioOutput: number } {
    const seconds = this.#format.outputSeconds(this.#audioCharacters);
    const audioOutput = Math.ceil(seconds * OUTPUT_TOKENS_PER_SECOND);
    return { output: audioOutput + Math.ceil(this.#textBytes / BYTES_PER_TEXT_TOKEN), audioOutput };
  }
}

function isPhone(format: string): boolean {
  return /g711|pcmu|pcma/.test(format);
}

function secondsOf(characters: number, isPhoneFormat: boolean): number {
  return (characters * BYTES_PER_CHARACTER) / (isPhoneFormat ? PHONE_BYTES_PER_SECOND : PCM_BYTES_PER_SECOND);
}
