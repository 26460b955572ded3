import type { Guesses } from '../cache/limits.ts';
import type { CallContext, Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

interface Counters {
  accounts: Guesses;
  networks: Guesses;
  codes: Guesses;
}

/** The limits of one gateway know its counters; tests run several gateways in one process. */
const counters = new WeakMap<Context['limits'], Counters>();

/**
 * Slows down guessing at one account, from wherever it comes, and guessing from one network, at whatever account. Nobody
 * is locked out for good.
 */
export function guessesOf(ctx: CallContext, account: string) {
  const { accounts, networks } = countersOf(ctx);
  const accountKey = ctx.secrets.hash(account.toLowerCase());
  const networkKey = networkOf(ctx.ip);
  return {
    /** @throws {AppError} `rate_limited` */
    async refuseTooMany(): Promise<void> {
      refuseFor(Math.max(await accounts.waitMs(accountKey), await networks.waitMs(networkKey)));
    },
    /** Before the slow part, so that many who guess at once are not all the first. */
    async count(): Promise<void> {
      await accounts.fail(accountKey);
    },
    async wasWrong(): Promise<void> {
      await networks.fail(networkKey);
    },
    /** What the network got wrong elsewhere still counts. */
    async wasRight(): Promise<void> {
      await accounts.succeed(accountKey);
    },
  };
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

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw new AppError('rate_limited', { retry_after: Math.ceil(waitMs / 1000) });
}

/** A /24 or /56: what one customer of a provider can easily change within. */
function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip.split('.').slice(0, 3).join('.');
  const [head = '', tail] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  const fourth = Number.parseInt(groups[3] ?? '0', 16) >> 8;
  return [...groups.slice(0, 3), fourth.toString(16)].join(':');
}

function countersOf({ limits }: Context): Counters {
  const known = counters.get(limits);
  if (known) return known;
  const made = {
    accounts: limits.guesses({ name: 'guess:account' }),
    networks: limits.guesses({ name: 'guess:network', freeTries: NETWORK_FREE_TRIES }),
    codes: limits.guesses({ name: 'guess:code' }),
  };
  counters.set(limits, made);
  return made;
}

/** An office behind one address mistypes more than one person does. */
const NETWORK_FREE_TRIES = 60;
