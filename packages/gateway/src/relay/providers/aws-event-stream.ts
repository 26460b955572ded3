import { parseText } from '../../core/parse-text.ts';

/** Length of the whole message, length of its headers, and a checksum. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const STRING = 7;

/**
 * Converts messages of `application/vnd.amazon.eventstream`, each of which holds one event in base64, to
 * Anthropic's events. TLS has checked the bytes, so checksums are not verified again.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 *
 * @throws {RangeError} for bytes that are not such messages
 */
export function createClaudeUnframer(): (bytes: Buffer) => Buffer {
  let kept = Buffer.alloc(0);
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    let events = '';
    while (kept.length >= PRELUDE_BYTES) {
      const length = kept.readUInt32BE(0);
      if (length < PRELUDE_BYTES + CHECKSUM_BYTES || length > MAX_MESSAGE_BYTES)
        throw new RangeError('not an event stream');
      if (kept.length < length) break;
      events += toEvent(kept.subarray(0, length));
      kept = kept.subarray(length);
    }
    return Buffer.from(events);
  };
}

function toEvent(message: Buffer): string {
  const headersEnd = PRELUDE_BYTES + message.readUInt32BE(4);
  const headers = readHeaders(message.subarray(PRELUDE_BYTES, headersEnd));
  const payload = message.toString('utf8', headersEnd, message.length - CHECKSUM_BYTES);
  const kind = headers.get(':exception-type') ?? headers.get(':error-code');
  if (kind !== undefined)
    return errorEvent(kind, messageOf(payload) || headers.get(':error-message') || kind);
  if (headers.get(':event-type') !== 'chunk') return '';
  const { bytes = '' } = parseText(payload) as { bytes?: string };
  const json = Buffer.from(bytes, 'base64').toString('utf8');
  const { type = '' } = parseText(json) as { type?: string };
  return `event: ${type}\ndata: ${json}\n\n`;
}

function errorEvent(kind: string, message: string): string {
  const type = kind === 'throttlingException' ? 'overloaded_error' : 'api_error';
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message } })}\n\n`;
}

function messageOf(payload: string): string {
  try {
    return String((parseText(payload) as { message?: unknown }).message ?? '');
  } catch {
    return payload;
  }
}

/** Reads names and values; all relevant ones are texts. */
function readHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    if (bytes.readUInt8(nameEnd) !== STRING) break;
    const start = nameEnd + 3;
    at = start + bytes.readUInt16BE(nameEnd + 1);
    headers.set(name, bytes.toString('utf8', start, at));
  }
  return headers;
}
