import { randomInt } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import { createFairQueue } from './fair-queue.ts';

interface AccountQueueOptions {
  /** Tries at one account a second. */
  perSecond?: number;
  /** Networks that may wait for a try at one account. */
  waiting?: number;
  /** Returns a whole number from 0 to below `count`. */
  random?: (count: number) => number;
}

interface Try {
  /** Hash of the name from the login form. */
  account: string;
  network: string;
  /** Aborts when the caller leaves. */
  signal?: AbortSignal | undefined;
}

interface Queue {
  run: ReturnType<typeof createFairQueue>;
  /** Networks with a try that waits or runs. */
  networks: Set<string>;
  waiting: Map<string, AbortController>;
  removal?: NodeJS.Timeout;
}

/** The queues of accounts under attack. */
export interface AccountQueues {
  /** How many accounts have a queue. */
  readonly size: number;
  /**
   * Runs a try at an account when its turn comes.
   * @throws {AppError} `sign_in_paused` when the network has another try at the account, or lost its place
   */
  run<T>(task: () => Promise<T>, attempt: Try): Promise<T>;
}

/**
 * Runs tries at each account one after the other, at a bounded pace. A network has one try at an account at a
 * time. When the queue of an account is full, a newcomer takes the place of a random network: so networks
 * that fill the queue cannot be sure to keep others out.
 */
export function createAccountQueues({
  perSecond = TRIES_PER_SECOND,
  waiting = WAITING_NETWORKS,
  random = randomInt,
}: AccountQueueOptions = {}): AccountQueues {
  const queues = new Map<string, Queue>();

  function openQueue(account: string): Queue {
    const queue: Queue = queues.get(account) ?? {
      run: createFairQueue({ running: 1, waiting, perSecond, burst: 0, refuse: createPause }),
      networks: new Set(),
      waiting: new Map(),
    };
    clearTimeout(queue.removal);
    queues.set(account, queue);
    return queue;
  }

  /** Keeps an empty queue until the next try could start: a new queue would start it at once. */
  function removeLater(account: string, queue: Queue): void {
    queue.removal = setTimeout(() => queues.delete(account), 1000 / perSecond).unref();
  }

  function makeRoom(queue: Queue): void {
    if (queue.waiting.size < waiting) return;
    const [network, place] = [...queue.waiting][random(queue.waiting.size)] as [string, AbortController];
    queue.waiting.delete(network);
    place.abort(createPause());
  }

  return {
    get size() {
      return queues.size;
    },
    async run(task, { account, network, signal }) {
      if (signal?.aborted || queues.get(account)?.networks.has(network)) throw createPause();
      const queue = openQueue(account);
      makeRoom(queue);
      const place = new AbortController();
      const leave = () => place.abort(createPause());
      signal?.addEventListener('abort', leave);
      queue.networks.add(network);
      queue.waiting.set(network, place);
      const start = () => {
        queue.waiting.delete(network);
        return task();
      };
      try {
        return await queue.run(start, { network, isKnown: false }, place.signal);
      } finally {
        signal?.removeEventListener('abort', leave);
        queue.waiting.delete(network);
        queue.networks.delete(network);
        if (queue.networks.size === 0) removeLater(account, queue);
      }
    },
  };
}

function createPause(): AppError {
  return new AppError('sign_in_paused', { retry_after: RETRY_SECONDS });
}

const TRIES_PER_SECOND = 0.5;
const WAITING_NETWORKS = 10;
const RETRY_SECONDS = 5;
