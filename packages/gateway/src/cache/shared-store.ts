import { createClient } from '@redis/client';

/** A Redis or Valkey for data that may be lost. Callers continue when it does not answer in time. */
export interface SharedStore {
  /** Returns undefined while the store is away or too slow. */
  run(script: string, key: string, values: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Connects in the background and reconnects when the connection breaks. A response after more than
 * `timeoutMs` counts as missing.
 */
export function openSharedStore(
  url: string,
  onTrouble: (sentence: string) => void,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): SharedStore {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5000) },
  });
  let isAway = false;
  let isProbing = false;
  let isReported = false;

  client.on('error', () => {
    isAway = true;
    reportOutage();
  });
  client.on('ready', () => void probe());
  client.connect().catch(reportOutage);

  /** Reports each outage once. A single slow response is not reported. */
  function reportOutage(): void {
    if (!isReported) onTrouble('Redis is away: each gateway counts its limits alone until it is back');
    isReported = true;
  }

  /** Pings in the background to find out whether the store answers again. */
  async function probe(): Promise<void> {
    if (isProbing || !client.isOpen) return;
    isProbing = true;
    const answer = await inTime(client.ping(), PROBE_MS);
    isProbing = false;
    if (answer === undefined) {
      reportOutage();
      setTimeout(probe, PROBE_MS).unref();
      return;
    }
    isAway = false;
    isReported = false;
  }

  return {
    async run(script, key, values) {
      if (isAway || !client.isReady) return undefined;
      const answer = await inTime(client.sendCommand(['EVAL', script, '1', key, ...values]), timeoutMs);
      if (answer === undefined) {
        isAway = true;
        void probe();
      }
      return answer;
    },
    async close() {
      client.destroy();
    },
  };
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  const result = answer.catch(() => undefined);
  const first = await Promise.race([result, late]);
  clearTimeout(timer);
  return first;
}

const RESPONSE_TIMEOUT_MS = 50;
const PROBE_MS = 500;
