import { costOf, markedBody } from './marked-calls.ts';
import type { Acknowledged } from './rounds.ts';

/** Makes the marked call with this number. Undefined unless the answer was complete. */
export async function makeMarkedCall(
  url: string,
  key: string,
  number: number,
  stream: boolean,
): Promise<Acknowledged | undefined> {
  try {
    const response = await send(url, key, markedBody(number, stream));
    const text = await response.text();
    if (response.status !== 200 || (stream && !text.endsWith('data: [DONE]\n\n'))) return undefined;
    const usage = /"usage":(\{[^}]*\})/.exec(text)?.[1] ?? '{}';
    return {
      id: response.headers.get('x-oneapi-request-id') ?? '',
      cost: costOf(JSON.parse(usage) as Record<string, number>),
    };
  } catch {
    return undefined;
  }
}

export interface LongStream {
  readonly number: number;
  /** Empty while there is no response. */
  id: string;
  /** Bytes of text that have arrived. */
  bytes: number;
  /** Settles when the stream has ended or broken off. */
  readonly ended: Promise<void>;
}

/** Begins a stream of several seconds and reads it to its end. */
export function startLongStream(url: string, key: string, number: number): LongStream {
  const read = async () => {
    const response = await send(url, key, markedBody(number, true, true));
    stream.id = response.headers.get('x-oneapi-request-id') ?? '';
    for await (const piece of response.body ?? [])
      stream.bytes += Buffer.from(piece).toString().split('x').length - 1;
  };
  const stream: LongStream = {
    number,
    id: '',
    bytes: 0,
    ended: Promise.resolve()
      .then(read)
      .catch(() => {}),
  };
  return stream;
}

function send(url: string, key: string, body: string): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
  });
}
