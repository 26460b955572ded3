import { createParser } from 'eventsource-parser';
import { upstreamLimits } from '../../core/limits.ts';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { assertEvent } from '../request/parse-object.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Returns the longest allowed line of a response. Text never needs a megabyte; a picture is one line of any
 * size.
 */
export function longestLine(
  { model, json }: Pick<RelayRequest, 'model' | 'json'>,
  upstreamModel: string,
  { id }: Pick<Dialect, 'id'>,
): number {
  const { lineBytes, mediaLineBytes } = upstreamLimits;
  if (/^(?:images|audio)\//.test(id) || MEDIA_MODEL.test(model) || MEDIA_MODEL.test(upstreamModel))
    return mediaLineBytes;
  const config = json.generationConfig as { responseModalities?: unknown } | null | undefined;
  const wants = [json.modalities, config?.responseModalities].flat().map(String);
  if (wants.some((kind) => /^(?:audio|image)$/i.test(kind))) return mediaLineBytes;
  const tools: unknown[] = Array.isArray(json.tools) ? json.tools : [];
  const draws = tools.some((tool) => (tool as { type?: unknown } | null)?.type === 'image_generation');
  return draws ? mediaLineBytes : lineBytes;
}

/** Ends an event whose blank line is missing. */
export const EVENT_END = '\n\n';

const MEDIA_MODEL = /image|audio|tts/i;

/**
 * Passes whole lines and keeps the rest until it is complete. A broken stream then ends between two lines, so
 * that an error event can follow.
 */
export class LineGate {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  readonly #maxBytes: number;

  /** The limit protects the memory from an endless line. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {RangeError} when one line is too long. */
  push(chunk: Buffer): Buffer | undefined {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#keep(chunk);
      return undefined;
    }
    const whole = end === chunk.length ? chunk : chunk.subarray(0, end);
    const lines = this.#pendingBytes === 0 ? whole : Buffer.concat([...this.#pending, whole]);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (end < chunk.length) this.#pending = [chunk.subarray(end)];
    this.#pendingBytes = chunk.length - end;
    return lines;
  }

  /** The bytes after the last line end. */
  rest(): Buffer {
    return Buffer.concat(this.#pending);
  }

  #keep(piece: Buffer): void {
    this.#pending.push(piece);
    this.#pendingBytes += piece.length;
    if (this.#pendingBytes > this.#maxBytes) throw new RangeError('a line of the answer is too long');
  }
}

/** Follows the lines that reach the caller, to know whether they end within an event. */
export class OpenEvent {
  /** The last event has data and lacks its blank line: what follows would belong to it. */
  hasData = false;

  push(lines: Buffer): void {
    if (endsWithBlankLine(lines)) {
      this.hasData = false; // nearly always
      return;
    }
    const events = lines.toString('latin1').split(BLANK_LINE);
    const hadData = events.length === 1 && this.hasData;
    this.hasData = hadData || /^data:/m.test(events.at(-1) ?? '');
  }
}

const BLANK_LINE = /(?:^|\n)\r?\n/;

function endsWithBlankLine(lines: Buffer): boolean {
  let end = lines.length - 1;
  if (lines[end] !== NEWLINE) return false;
  if (lines[end - 1] === RETURN) end -= 1;
  return end === 0 || lines[end - 1] === NEWLINE;
}

/** Calls `onData` with the data of each server-sent event: lines may end in any way, comments and names are skipped. */
export class EventSplitter {
  readonly #events: string[] = [];
  readonly #parser = createParser({
    onEvent: ({ data }) => this.#events.push(data),
    // Without onError: it would get an error object for each line that is no field. An event that is too long
    // ends the parser, and the next call throws.
    maxBufferSize: upstreamLimits.mediaLineBytes,
  });

  /** @throws {Error} when an event was too long, or has too much structure */
  push(lines: string, onData: (data: string) => void): void {
    this.#parser.feed(lines);
    for (const data of this.#events.splice(0)) {
      assertEvent(data);
      onData(data);
    }
  }

  /** The last event of a stream may lack the blank line behind it. */
  flush(onData: (data: string) => void): void {
    this.push(EVENT_END, onData);
  }
}
