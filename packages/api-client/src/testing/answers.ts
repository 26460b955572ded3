import type { Endpoint } from '@tollgate/contract';

/** One endpoint and what it answers in a story or test. */
export interface Answer {
  endpoint: Endpoint;
  reply: unknown;
  delayMs: number;
}

/** In the order in which they were given; the last one of an endpoint counts. */
export const answers = new Set<Answer>();
