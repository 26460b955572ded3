import type { Dispatcher } from 'undici';
import { unpack } from './unpack.ts';

export interface SmallAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body as text; at most what the caller allowed. */
  text: string;
  /** The body read as JSON, `undefined` when it is not. */
  json: unknown;
}

interface Limits {
  maxBytes?: number;
  timeoutMs?: number;
}

/** Collects one small answer. The limit holds for the bytes on the wire and again for what they unpack to. */
export function readJsonAnswer(
  dial: (handler: Dispatcher.DispatchHandler) => void,
  { maxBytes = 1_000_000, timeoutMs = 20_000 }: Limits,
): Promise<SmallAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: SmallAnswer['headers'] = {};
    let control: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const timer = setTimeout(() => fail(new Error('The address did not answer in time.')), timeoutMs);

    function fail(error: Error): void {
      clearTimeout(timer);
      failure ??= error;
      reject(error);
      control?.abort(error);
    }

    dial({
      onRequestStart(controller) {
        control = controller;
        // It waited for a connection for so long that nobody waits for it any more.
        if (failure) controller.abort(failure);
      },
      onResponseStart(_, code, received) {
        status = code;
        headers = received;
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > maxBytes) fail(new Error('The answer is too large.'));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        clearTimeout(timer);
        unpack(Buffer.concat(chunks), headers['content-encoding'], maxBytes)
          .then((body) => body.toString('utf8'))
          .then((text) => resolve({ status, headers, text, json: parseJson(text) }), reject);
      },
      onResponseError: (_, error) => fail(error),
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
