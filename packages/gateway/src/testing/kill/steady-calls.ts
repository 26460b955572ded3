import { setTimeout as sleep } from 'node:timers/promises';
import { markedBody } from './marked-calls.ts';

/** The results of callers while something around the gateway was broken. */
export interface SteadyCalls {
  /** How many calls ended with each status; 0: the connection broke. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Responses 503 without Retry-After. */
  readonly withoutRetryAfter: number;
  /** The longest wait for a response, in milliseconds. */
  readonly longestMs: number;
  /** Resolves when the calls under way have ended. */
  stop(): Promise<void>;
}

/** Between two calls of a caller: the outage counts, not how many calls meet it. */
const PAUSE_MS = process.env.KILL === '1' ? 5 : 40;
const PAUSE_AFTER_FAILURE_MS = 100;

/**
 * Sends marked calls, plain and streamed in turn, from `callers` callers that each wait for their response.
 * Numbers the calls from `after` + 1 on.
 */
export function startSteadyCalls(url: string, key: string, callers = 8, after = 0): SteadyCalls {
  const statuses = new Map<number, number>();
  let withoutRetryAfter = 0;
  let longestMs = 0;
  let last = after;
  let isOn = true;

  async function call(): Promise<void> {
    last += 1;
    const startedAt = performance.now();
    let status = 0;
    try {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: markedBody(last, last % 2 === 0),
      });
      await response.text();
      status = response.status;
      if (status === 503 && !response.headers.has('retry-after')) withoutRetryAfter += 1;
    } catch {
      // The status stays 0.
    }
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(status === 200 ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS);
  }
  const running = Array.from({ length: callers }, async () => {
    while (isOn) await call();
  });
  return {
    statuses,
    get withoutRetryAfter() {
      return withoutRetryAfter;
    },
    get longestMs() {
      return longestMs;
    },
    async stop() {
      isOn = false;
      await Promise.all(running);
    },
  };
}
