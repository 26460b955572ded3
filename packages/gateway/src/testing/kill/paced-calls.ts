import { setTimeout as sleep } from 'node:timers/promises';
import { markedBody } from './marked-calls.ts';

/** Calls that are sent at a fixed rate, whether earlier ones have ended or not. */
export interface PacedCalls {
  readonly sent: number;
  /** Calls under way. */
  readonly running: number;
  /** The longest wait for a whole answer, in milliseconds. */
  readonly longestMs: number;
  /** How each call failed, by its number. */
  readonly failed: ReadonlyMap<number, string>;
  /** Resolves when `count` calls were sent since the start. */
  until(count: number): Promise<void>;
  /** Resolves when the calls under way have ended. */
  stop(): Promise<void>;
}

/** Sends marked calls, plain and streamed in turn. */
export function startPacedCalls(url: string, key: string, perSecond: number): PacedCalls {
  const failed = new Map<number, string>();
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  let longestMs = 0;
  let isOn = true;

  async function call(number: number): Promise<void> {
    const isStream = number % 2 === 0;
    const from = performance.now();
    try {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: markedBody(number, isStream),
      });
      const text = await response.text();
      const isWhole = isStream ? text.endsWith('data: [DONE]\n\n') : response.ok;
      if (!response.ok || !isWhole) failed.set(number, `${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.set(number, String((error as Error).cause ?? error));
    }
    longestMs = Math.max(longestMs, performance.now() - from);
  }

  async function pace(): Promise<void> {
    while (isOn) {
      sent += 1;
      const one = call(sent).finally(() => running.delete(one));
      running.add(one);
      await sleep(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()));
    }
  }

  const pacing = pace();
  return {
    get sent() {
      return sent;
    },
    get longestMs() {
      return longestMs;
    },
    get running() {
      return running.size;
    },
    failed,
    async until(count) {
      while (sent < count) await sleep(20);
    },
    async stop() {
      isOn = false;
      await pacing;
      await Promise.all(running);
    },
  };
}
