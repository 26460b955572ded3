import { Worker } from 'node:worker_threads';

export interface TokenCounter {
  /** Counts the tokens of the texts for a model. Rejects when the worker is gone or too slow. */
  count(model: string, texts: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;

interface Waiting {
  resolve(tokens: number): void;
  reject(error: Error): void;
}

/** Counts in a separate thread, started at first use: a long text must not block other calls. */
export function createTokenCounter(): TokenCounter {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let hasAnswered = false;
  let last = 0;

  function start(): Worker {
    hasAnswered = false;
    const started = new Worker(new URL('./tokens-worker.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, tokens }: { id: number; tokens: number }) => {
      hasAnswered = true;
      waiting.get(id)?.resolve(tokens);
      waiting.delete(id);
    });
    started.on('error', stop);
    return started;
  }

  function stop(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void worker?.terminate();
    worker = undefined;
  }

  /** Keeps a worker that still loads its tables: terminated on a slow machine, it would never start. */
  function giveUp(id: number): void {
    const error = new Error('counting took too long');
    if (hasAnswered) {
      stop(error);
      return;
    }
    waiting.get(id)?.reject(error);
    waiting.delete(id);
  }

  return {
    count(model, texts) {
      worker ??= start();
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(giveUp, TIMEOUT_MS, id);
        const done = (finish: () => void) => {
          clearTimeout(timer);
          finish();
        };
        waiting.set(id, {
          resolve: (tokens) => done(() => resolve(tokens)),
          reject: (error) => done(() => reject(error)),
        });
        worker?.postMessage({ id, model, texts });
      });
    },
    async close() {
      stop(new Error('the gateway is closing'));
    },
  };
}

/** Estimates tokens from the length alone, for texts that cannot be counted. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}
