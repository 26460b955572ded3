import { countOf, isBooked, windowOf } from '../../modules/limits/window-of.ts';
import type { RelayContext } from '../context.ts';
import type { AppliedRule, CallLimits } from './call-limits.ts';
import { apply, claimsOf } from './find-limits.ts';

/** A call about to go to a channel. */
export interface ChannelCall {
  readonly limits: CallLimits;
  /** The caller's name of the model. */
  readonly model: string;
  /** Absent: the call costs nothing by itself. */
  readonly hold?: Parameters<typeof claimsOf>[1] & { readonly id: string };
  readonly channelId: number;
  readonly key: string;
}

/** A channel that has no room for a call. */
export interface FullChannel {
  /** Seconds until it may have room. */
  readonly waitSeconds: number;
}

const SHORTLY_SECONDS = 2;
/** For limits that reset late or never: another administrator may raise them. */
const LATEST_SECONDS = 3600;
const KEY_DIGITS = 12;

/** Counts a call in the limits of a channel and its key, or returns that one of them is full. */
export async function enterChannel(ctx: RelayContext, call: ChannelCall): Promise<FullChannel | undefined> {
  const { limits, model, hold, channelId, key } = call;
  const at = Math.floor(ctx.now() / 1000);
  const subjects = {
    channel: String(channelId),
    channel_key: `${channelId}-${ctx.secrets.hash(key).slice(0, KEY_DIGITS)}`,
  };
  const applied = apply(limits.rules.ofChannels, subjects, [model]).filter(({ rule }) => rule.from <= at);
  const counted = applied.filter(({ rule }) => !isBooked(rule));
  const taken =
    counted.length > 0
      ? await ctx.limits.counters.take(counted.map(({ rule, subject }) => countOf(rule, subject, at)))
      : undefined;
  if (taken?.full) return { waitSeconds: waitOf(counted[taken.full.index], at, taken.full.waitMs) };
  const booked = applied.filter(({ rule }) => isBooked(rule));
  const full = hold && (await ctx.ledger.claim(hold.id, claimsOf(booked, hold, at)));
  if (full) {
    taken?.cancel();
    return {
      waitSeconds: waitOf(
        booked.find(({ rule }) => rule.id === full.rule),
        at,
        0,
      ),
    };
  }
  limits.keepChannel(taken);
  return undefined;
}

function waitOf(applied: AppliedRule | undefined, at: number, waitMs: number): number {
  if (!applied || applied.rule.resource === 'concurrent') return SHORTLY_SECONDS;
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  const { resetsAt } = windowOf(applied.rule, applied.subject, at);
  return resetsAt > 0 ? Math.min(LATEST_SECONDS, Math.max(1, resetsAt - at)) : LATEST_SECONDS;
}
