import { findChannelType } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import type { Context } from '../../../core/context.ts';
import { coversLess, isUnpaid } from '../../../core/unpaid.ts';
import { refuse } from '../keys/channel-key-work.ts';
import type { RouteChannel } from '../routing/routing.ts';
import { createBreaker } from './channel-breaker.ts';

/** An upstream failure. `status` is 0 without a response. */
export interface Fault {
  status: number;
  /** The provider's status, where the answer is broken and `status` says so. */
  answered?: number;
  kind: string;
  code: string;
  message: string;
  /** Seconds, from `Retry-After`. */
  retryAfter: number | undefined;
}

/** Refusals that may concern one model only disable a channel when there are so many within the window. */
const REFUSALS_TO_TRIP = 3;
const WINDOW_MS = 10 * 60_000;

/**
 * Tracks channels that need a cooldown, shares cooldowns through Redis if there is one, and disables channels
 * whose account is unusable.
 */
export function createChannelHealth(ctx: Context) {
  const breaker = createBreaker(ctx.monotonicNow);
  const others = ctx.limits.cooldowns({ name: 'channels' });
  const refusals = new Map<number, number[]>();

  /** Whether this refusal reaches the limit. */
  function isTooMany(channelId: number): boolean {
    const since = ctx.monotonicNow() - WINDOW_MS;
    const recent = [...(refusals.get(channelId) ?? []).filter((at) => at > since), ctx.monotonicNow()];
    refusals.set(channelId, recent.slice(-REFUSALS_TO_TRIP));
    return recent.length >= REFUSALS_TO_TRIP;
  }

  return {
    isResting: (channelId: number) => breaker.isResting(channelId) || others.isResting(channelId),
    /** Records a call to the channel. */
    chosen: breaker.chosen,
    /** Records that the channel began to answer. */
    answered(channelId: number): void {
      const rested = breaker.restLeft(channelId) > 0;
      breaker.answered(channelId);
      refusals.delete(channelId);
      if (rested && !breaker.isResting(channelId)) others.publish(channelId, 0);
    },
    /** `key` is the one that was sent; a channel with other keys continues with these. */
    async report(channel: RouteChannel, fault: Fault, key?: string): Promise<void> {
      const before = breaker.restLeft(channel.id);
      breaker.failed(channel.id, fault);
      const rest = breaker.restLeft(channel.id);
      if (rest > before) others.publish(channel.id, rest);
      const options = ctx.options.current;
      if (!channel.autoBan || !isAccountFault(options, channel, fault)) return;
      if (!isUnmistakable(options, fault) && !isTooMany(channel.id)) return;
      refusals.delete(channel.id);
      if (key !== undefined) channel.dropKey(key);
      await refuse(ctx, channel.id, key, fault.message || `status ${fault.status}`);
    },
  };
}

/** Overload is temporary; a refused key or an account without money is not. */
export function isAccountFault(options: OptionValues, channel: { type: number }, fault: Fault): boolean {
  if (!options.AutomaticDisableChannelEnabled) return false;
  const { status, kind } = fault;
  if (isUnmistakable(options, fault) || isUnpaid(fault)) return true;
  return (
    (status === 403 && findChannelType(channel.type)?.closesAccountsWith403 === true) ||
    kind === 'permission_error' ||
    kind === 'forbidden'
  );
}

/** Whether the vendor says by its message or its status that the key or the account is invalid. */
function isUnmistakable(options: OptionValues, fault: Fault): boolean {
  const { status, kind, code, message } = fault;
  if (coversLess(fault)) return false;
  if (isUnpaid(fault)) return true;
  if (status === 401 || accountCodes.has(code) || accountKinds.has(kind)) return true;
  const text = message.toLowerCase();
  return options.AutomaticDisableKeywords.some((keyword) => text.includes(keyword.toLowerCase()));
}

const accountCodes = new Set(['invalid_api_key', 'account_deactivated']);
const accountKinds = new Set(['authentication_error']);
