import type { Dispatcher } from 'undici';
import { unpack } from './unpack.ts';

export interface SmallAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body as text, up to the caller's limit. */
  text: string;
  /** The body parsed as JSON, or `undefined` when it is invalid. */
  json: unknown;
}

interface Limits {
  maxBytes?: number;
  timeoutMs?: number;
}

/** Collects one small response. The limit applies to the received bytes and again to the unpacked ones. */
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
        // The call timed out while it waited for a connection.
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
