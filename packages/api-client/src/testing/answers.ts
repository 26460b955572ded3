import type { Endpoint } from '@tollgate/contract';

/** One endpoint and its response in a story or test. */
export interface Answer {
  endpoint: Endpoint;
  reply: unknown;
  delayMs: number;
}

/** In insertion order; the last one of an endpoint wins. */
export const answers = new Set<Answer>();
