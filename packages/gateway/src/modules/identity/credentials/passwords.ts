import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { AppError } from '../../../core/errors.ts';
import { createFairQueue, type Requester } from './fair-queue.ts';
import { createPasswordThreads } from './password-threads.ts';

export type { Requester } from './fair-queue.ts';

/** For work of the gateway itself, and for signed-in users. */
export const KNOWN_REQUESTER: Requester = { network: '', isKnown: true };

/** One core stays free for the relay. Each concurrent hash takes 19 MiB. Of several workers each runs one. */
const RUNNING = cluster.isWorker ? 1 : Math.min(Math.max(availableParallelism() - 1, 1), 4);
/**
 * Limit for strangers during a flood. Cores share caches and memory: calls that run during a hash take
 * longer, whatever its priority.
 */
const PER_SECOND = 5 * RUNNING;
/** Most sites never see more strangers within a few seconds. */
const BURST = 20 * RUNNING;
const WAITING = 10 * PER_SECOND;

const run = createPasswordThreads();
const enqueue = createFairQueue({
  running: RUNNING,
  waiting: WAITING,
  perSecond: PER_SECOND,
  burst: BURST,
  refuse: () => new AppError('passwords_busy', { retry_after: Math.ceil(WAITING / PER_SECOND) }),
});

/** Hashes with Argon2id. @throws {AppError} `passwords_busy` */
export async function hashPassword(password: string, requester: Requester): Promise<string> {
  return (await enqueue(() => run({ password }), requester)) as string;
}

/**
 * Returns whether the password belongs to the stored hash (Argon2id, or bcrypt of imported accounts). Without a stored
 * hash it takes as long and returns false, so that time does not tell which names exist.
 *
 * @throws {AppError} `passwords_busy`
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  requester: Requester,
): Promise<boolean> {
  const isRight = await enqueue(() => run({ password, stored: stored || NOBODYS_HASH }), requester);
  return Boolean(stored) && isRight === true;
}

/** True for a hash of an older format, which the next sign-in replaces. */
export function isBcrypt(stored: string): boolean {
  return /^\$2[aby]\$/.test(stored);
}

/** The hash of a random text that was not stored. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$n3Cxny9qmhTnfGOV8L18nQ$At3IuDaKLgDFOoHs+IJRCOuTs2MEXwfqoKsnxcYuUvQ';
