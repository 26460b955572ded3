import type { AttemptThrottle, RateLimiter } from '../../../cache/limits.ts';
import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { limitKey, networkOf } from '../../../core/networks.ts';

interface Counters {
  /** Tries at one account from one known browser or address. */
  origins: AttemptThrottle;
  /** Tries at one account from one unknown address. */
  addresses: AttemptThrottle;
  /** Wrong tries from one unknown network, at any account. */
  networks: AttemptThrottle;
  /** Tries at one account from all unknown addresses together, before they have to wait for a turn. */
  strangers: RateLimiter;
  ownPasswords: AttemptThrottle;
  codes: AttemptThrottle;
}

/** Each gateway has its own counters; tests run several gateways in one process. */
const counters = new WeakMap<Context['limits'], Counters>();

/** Slows down guessing. `wasWrong` and `wasRight` follow a try that was admitted. */
export interface GuessGuard {
  /** @throws {AppError} `rate_limited` */
  refuseTooMany(): Promise<void>;
  /**
   * Counts a try, then runs its slow part, so that concurrent tries do not all count as the first.
   *
   * @param signal aborts when the caller leaves
   * @throws {AppError} `sign_in_paused` when the try has to wait for its turn and loses its place
   */
  attempt<T>(verify: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  wasWrong(): Promise<void>;
  wasRight(): Promise<void>;
}

/**
 * Slows down guessing at the password of one account. A browser or address that signed in to the account
 * before has its own allowance, which tries from elsewhere do not use up. All others share a bounded number
 * of fast tries an hour and then take turns at a slow pace. Each of their addresses is also slowed down
 * separately.
 *
 * @param login the name from the login form, whether or not there is such an account
 * @param knownOrigin of `findKnownOrigin`, for the account that was found
 */
export function signInGuesses(
  ctx: CallContext,
  login: string,
  knownUser: { userId: number; knownOrigin: string } | undefined,
): GuessGuard {
  const { origins, addresses, networks, strangers } = countersOf(ctx);
  if (knownUser) return guard(origins, `${knownUser.userId}:${ctx.secrets.hash(knownUser.knownOrigin)}`);

  const account = ctx.secrets.hash(login.toLowerCase());
  const byAddress = guard(addresses, `${account}:${limitKey(ctx.ip)}`);
  const network = networkOf(ctx.ip);
  return {
    async refuseTooMany() {
      await byAddress.refuseTooMany();
      refuseFor(await networks.waitMs(network));
    },
    attempt: (verify, signal) =>
      byAddress.attempt(async () => {
        const waitMs = await strangers(account);
        return waitMs > 0 ? ctx.signInQueues.run(verify, { account, network, signal }) : verify();
      }),
    async wasWrong() {
      await networks.fail(network);
    },
    /** Wrong tries of the network at other accounts still count. */
    wasRight: byAddress.wasRight,
  };
}

/** Slows down guessing at the old password in a session: only the user's own tries count. */
export function ownPasswordGuesses(ctx: Context, userId: number): GuessGuard {
  return guard(countersOf(ctx).ownPasswords, String(userId));
}

/** Slows down guessing at redemption codes, for each user. */
export function codeGuessesOf(ctx: Context, userId: number) {
  const { codes } = countersOf(ctx);
  const key = String(userId);
  return {
    /** @throws {AppError} `rate_limited` */
    async refuseTooMany(): Promise<void> {
      refuseFor(await codes.waitMs(key));
    },
    async wasWrong(): Promise<void> {
      await codes.fail(key);
    },
    async wasRight(): Promise<void> {
      await codes.succeed(key);
    },
  };
}

function guard(guesses: AttemptThrottle, key: string): GuessGuard {
  return {
    async refuseTooMany() {
      refuseFor(await guesses.waitMs(key));
    },
    async attempt(verify) {
      await guesses.fail(key);
      return verify();
    },
    async wasWrong() {},
    async wasRight() {
      await guesses.succeed(key);
    },
  };
}

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw new AppError('rate_limited', { retry_after: Math.ceil(waitMs / 1000) });
}

function countersOf({ limits }: Context): Counters {
  const existing = counters.get(limits);
  if (existing) return existing;
  const made = {
    origins: limits.attemptThrottle({ name: 'guess:origin' }),
    addresses: limits.attemptThrottle({ name: 'guess:address' }),
    networks: limits.attemptThrottle({ name: 'guess:network', freeTries: NETWORK_FREE_TRIES }),
    strangers: limits.limiter({ name: 'guess:strangers', count: FAST_STRANGER_TRIES, periodMs: 3_600_000 }),
    ownPasswords: limits.attemptThrottle({ name: 'guess:own-password' }),
    codes: limits.attemptThrottle({ name: 'guess:code' }),
  };
  counters.set(limits, made);
  return made;
}

/** An office with one shared address mistypes more than one person does. */
const NETWORK_FREE_TRIES = 60;
/** Per account and hour. NIST SP 800-63B allows 100 wrong tries in a row. */
const FAST_STRANGER_TRIES = 100;
