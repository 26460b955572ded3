import type { Readable } from 'node:stream';

/** One HTTP request. */
export interface DispatchOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: Buffer | string | Readable | undefined;
  /** From the request to the headers of the response. */
  headersTimeoutMs?: number;
  /** Between two chunks of the body. */
  idleTimeoutMs?: number;
  /** `http:`, `https:` or `socks5:` URL of a proxy to go through. */
  proxy?: string | undefined;
}
