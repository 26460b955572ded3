import type { OptionValues } from '@tollgate/contract/options';
import type { Context } from '../core/context.ts';
import { createBreaker } from './channel-breaker.ts';
import { refuse } from './channel-key-work.ts';
import type { RouteChannel } from './routing.ts';

/** How an upstream failed. `status` is 0 without an answer. */
export interface Fault {
  status: number;
  kind: string;
  code: string;
  message: string;
  /** Seconds, from `Retry-After`. */
  retryAfter: number | undefined;
}

const GEMINI = 24;
/** Refusals that may be meant for one model only take a channel out when there are so many within the window. */
const MANY = 3;
const WINDOW_MS = 10 * 60_000;

/** Remembers which channels need a pause, tells other gateways where they share a Redis, and takes those out of service whose account is gone. */
export function createChannelHealth(ctx: Context) {
  const breaker = createBreaker(ctx.monotonicNow);
  const others = ctx.limits.rests({ name: 'channels' });
  const refusals = new Map<number, number[]>();

  /** Whether this one makes them too many. */
  function isTooMany(channelId: number): boolean {
    const since = ctx.monotonicNow() - WINDOW_MS;
    const recent = [...(refusals.get(channelId) ?? []).filter((at) => at > since), ctx.monotonicNow()];
    refusals.set(channelId, recent.slice(-MANY));
    return recent.length >= MANY;
  }

  return {
    isResting: (channelId: number) => breaker.isResting(channelId) || others.isResting(channelId),
    /** A call goes to the channel. */
    chosen: breaker.chosen,
    /** The channel began to answer. */
    answered(channelId: number): void {
      const rested = breaker.restLeft(channelId) > 0;
      breaker.answered(channelId);
      refusals.delete(channelId);
      if (rested && !breaker.isResting(channelId)) others.tell(channelId, 0);
    },
    /** `key` is the one that was sent; a channel with others goes on with these. */
    async report(channel: RouteChannel, fault: Fault, key?: string): Promise<void> {
      const before = breaker.restLeft(channel.id);
      breaker.failed(channel.id, fault);
      const rest = breaker.restLeft(channel.id);
      if (rest > before) others.tell(channel.id, rest);
      const options = ctx.options.current;
      if (!channel.autoBan || !isAccountFault(options, channel, fault)) return;
      if (!isUnmistakable(options, fault) && !isTooMany(channel.id)) return;
      refusals.delete(channel.id);
      if (key !== undefined) channel.dropKey(key);
      await refuse(ctx, channel.id, key, fault.message || `status ${fault.status}`);
    },
  };
}

/** Overload passes; a key that is refused or an account without money does not. */
export function isAccountFault(options: OptionValues, channel: { type: number }, fault: Fault): boolean {
  if (!options.AutomaticDisableChannelEnabled) return false;
  const { status, kind } = fault;
  if (isUnmistakable(options, fault)) return true;
  return (status === 403 && channel.type === GEMINI) || kind === 'permission_error' || kind === 'forbidden';
}

/** The vendor says in its own words or by its status that the key or the account is no longer good. */
function isUnmistakable(options: OptionValues, { status, kind, code, message }: Fault): boolean {
  if (status === 401 || accountCodes.has(code) || accountKinds.has(kind)) return true;
  const said = message.toLowerCase();
  return options.AutomaticDisableKeywords.some((keyword) => said.includes(keyword.toLowerCase()));
}

const accountCodes = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active']);
const accountKinds = new Set(['insufficient_quota', 'insufficient_user_quota', 'authentication_error']);
