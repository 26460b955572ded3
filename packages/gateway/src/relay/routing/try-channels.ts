import { ChannelStatus } from '@tollgate/contract';
import { isUnpaid } from '../../core/unpaid.ts';
import { pick, type RouteChannel, type Routes } from '../../modules/channels/routing/routing.ts';
import { priceName } from '../../modules/models/ratios.ts';
import type { RelayContext } from '../context.ts';
import { RelayError, UpstreamError } from '../errors.ts';
import type { FullChannel } from '../limits/enter-channel.ts';
import { type FailedTry, withCall } from '../metering/failed-call.ts';
import { shownName } from '../routes/shown-name.ts';
import type { Preference } from './affinity.ts';
import { mayRetry, recordFailure, toRefusal } from './failed-attempt.ts';

/** Which channels may serve a call. */
export interface ChannelQuery {
  readonly requestId: string;
  /** The group that chooses channels. */
  readonly group: string;
  readonly model: string;
  /** The only channel to try, requested by an administrator or an earlier task. */
  readonly channelId: number | undefined;
  readonly preference?: Preference | undefined;
  /** Channels that were tried for the same call at other models. */
  readonly triedIds?: readonly number[];
}

/** Tries one channel. `P` is the prepared request, `A` the response. */
export interface Attempt<P, A> {
  /**
   * Prepares the request. Does not count as a try. Undefined skips a channel that cannot serve the call; so
   * does an error, which the caller gets when no other channel can serve it either.
   */
  prepare(channel: RouteChannel): P | RelayError | undefined;
  /** Counts the call in the limits of the channel. A full one is skipped, which does not count as a try. */
  enter?(channel: RouteChannel, prepared: P): Promise<FullChannel | undefined>;
  /** @throws {UpstreamError} and any connection error: the next channel may be tried */
  ask(channel: RouteChannel, prepared: P): Promise<A>;
  /** The used key; undefined when the channel has at most one. */
  keyOf?(prepared: P): string | undefined;
  /** Returns the error that a response counts as when another channel should be tried. */
  findElsewhere?(answer: A): UpstreamError | undefined;
  /** Whether a response comes from the channel. Default: it does. */
  isAnswer?(answer: A): boolean;
  /** Whether the caller has left: no other channel is tried then. */
  isOver?(): boolean;
  /** Whether another channel may know what this one does not, although its error is about the call. */
  mayKnowMore?(refusal: UpstreamError): boolean;
  /** Returns an error about the call rather than the channel. No other channel is tried. */
  explain?(refusal: UpstreamError, prepared: P): RelayError | undefined;
}

export interface Answered<P, A> {
  readonly channel: RouteChannel;
  readonly prepared: P;
  readonly content: A;
  /** Ids of the tried channels, in order; the last one answered. */
  readonly triedIds: readonly number[];
  /** When the attempt that answered began. */
  readonly startedAt: number;
  readonly affinity?: string | undefined;
}

/**
 * Tries channels until one answers, with at most `RetryTimes` retries. Retries a channel that has a spare key
 * after a rejected one, when no other channel is left.
 *
 * @throws {RelayError | UpstreamError} the last failure, or that there is no channel
 */
export async function tryChannels<P, A>(
  ctx: RelayContext,
  query: ChannelQuery,
  attempt: Attempt<P, A>,
): Promise<Answered<P, A>> {
  const found = ctx.routing.routes();
  const routes = found instanceof Promise ? await found : found;
  const candidates = new Candidates(ctx, routes, query);
  const fulls = attempt.enter && new FullChannels(attempt.enter, candidates);
  const earlier = query.triedIds ?? NO_IDS;
  const budget = earlier.length + (query.channelId === undefined ? 1 + ctx.options.current.RetryTimes : 1);
  let triedIds = earlier;
  let tries = NO_TRIES;
  let unable: RelayError | undefined;
  let last: Answered<P, A> | { readonly failure: UpstreamError } | undefined;

  while (triedIds.length < budget) {
    if (last && attempt.isOver?.()) break;
    const channel = candidates.next();
    if (!channel) break;
    const prepared = attempt.prepare(channel);
    if (prepared instanceof RelayError && unable?.code !== 'field_unsupported') unable = prepared;
    if (!prepared || prepared instanceof RelayError) continue;
    if (fulls && (await fulls.isFull(channel, prepared))) continue;
    triedIds = [...triedIds, channel.id]; // A list grown by push reserves room for sixteen more.
    ctx.health.chosen(channel.id);
    const startedAt = ctx.now();
    const key = attempt.keyOf?.(prepared);
    const trial = {
      requestId: query.requestId,
      channel,
      model: query.model,
      n: triedIds.length,
      startedAt,
      key,
    };
    try {
      const content = await attempt.ask(channel, prepared);
      const affinity = reasonFor(query, channel, triedIds);
      last = { channel, prepared, content, triedIds, startedAt, affinity };
      const elsewhere = attempt.findElsewhere?.(content);
      if (!elsewhere) {
        if (attempt.isAnswer?.(content) !== false) ctx.health.answered(channel.id);
        recordAnswered(ctx, channel.id, startedAt);
        return last;
      }
      tries = [...tries, recordFailure(ctx, { ...trial, refusal: elsewhere })];
    } catch (error) {
      const refusal = toRefusal(error, channel);
      if (!(refusal instanceof UpstreamError)) throw withCall(refusal, { tries });
      tries = [...tries, recordFailure(ctx, { ...trial, refusal })];
      const explained = attempt.explain?.(refusal, prepared);
      if (explained) throw withCall(explained, { tries });
      last = { failure: refusal };
      if (key !== undefined && channel.hasAnotherKey(key, isUnpaid(refusal) ? 402 : refusal.status))
        candidates.again(channel.id);
      if (!mayRetry(refusal, channel.type) && !attempt.mayKnowMore?.(refusal)) break;
    }
  }
  if (last && 'content' in last) return last;
  throw withCall(last?.failure ?? fulls?.error ?? unable ?? noChannel(query), { tries });
}

function recordAnswered({ metrics, outcomes }: RelayContext, channelId: number, startedAt: number): void {
  metrics.attempted(channelId, 200);
  outcomes.answered(channelId, startedAt);
}

/** Why this channel answers, when a preference chose it. */
function reasonFor(
  { preference }: ChannelQuery,
  { id }: RouteChannel,
  triedIds: readonly number[],
): string | undefined {
  const isPreferred =
    preference?.channelId === undefined ? triedIds.length === 1 : preference.channelId === id;
  return isPreferred ? preference?.reason : undefined;
}

/** Keys of full channels that are looked at for one call. */
const MOST_FULL_KEYS = 16;

/** The channels that limits leave out of one call. */
class FullChannels<P> {
  readonly #enter: (channel: RouteChannel, prepared: P) => Promise<FullChannel | undefined>;
  readonly #candidates: Candidates;
  #count = 0;
  #waitSeconds = Number.POSITIVE_INFINITY;

  constructor(
    enter: (channel: RouteChannel, prepared: P) => Promise<FullChannel | undefined>,
    candidates: Candidates,
  ) {
    this.#enter = enter;
    this.#candidates = candidates;
  }

  async isFull(channel: RouteChannel, prepared: P): Promise<boolean> {
    const full = await this.#enter(channel, prepared);
    if (!full) return false;
    this.#waitSeconds = Math.min(this.#waitSeconds, full.waitSeconds);
    this.#count += 1;
    // Another of its keys may have room.
    if (this.#count < MOST_FULL_KEYS && channel.hasSeveralKeys()) this.#candidates.again(channel.id);
    return true;
  }

  /** For a call that was sent nowhere. */
  get error(): RelayError | undefined {
    if (this.#count === 0) return undefined;
    return new RelayError(429, 'channels_full', {}, { retryAfter: this.#waitSeconds });
  }
}

const NO_IDS: readonly number[] = [];
const NO_TRIES: readonly FailedTry[] = [];
const NONE: ReadonlySet<number> = new Set();

/** The remaining channels for a call. */
class Candidates {
  readonly #ctx: RelayContext;
  readonly #routes: Routes;
  readonly #query: ChannelQuery;
  #last: RouteChannel | undefined;
  #isBound = false;
  /** Both sets are made when needed: most calls try one channel. */
  #skippedIds: Set<number> | undefined;
  #withAnotherKey: Set<number> | undefined;

  constructor(ctx: RelayContext, routes: Routes, query: ChannelQuery) {
    this.#ctx = ctx;
    this.#routes = routes;
    this.#query = query;
  }

  /** @throws {RelayError} 400 or 403 for an unavailable requested channel */
  next(): RouteChannel | undefined {
    if (this.#last) {
      this.#skippedIds ??= new Set();
      this.#skippedIds.add(this.#last.id);
    }
    if (this.#isBound) return undefined;
    let channel = this.#findOwner() ?? this.#choose();
    if (!channel && this.#withAnotherKey) {
      for (const id of this.#withAnotherKey) this.#skippedIds?.delete(id);
      this.#withAnotherKey = undefined;
      channel = this.#choose();
    }
    this.#last = channel;
    return channel;
  }

  /** Allows the channel once more, when no other is left. */
  again(channelId: number): void {
    this.#withAnotherKey ??= new Set();
    this.#withAnotherKey.add(channelId);
  }

  /** The only channel that can serve the call, even while it rests: the others do not know what it refers to. */
  #findOwner(): RouteChannel | undefined {
    const { group, model, preference } = this.#query;
    if (!preference?.isBinding || this.#last) return undefined;
    const members = this.#routes.tiers(group, model).flatMap((tier) => tier.members);
    const owner = members.find(({ channel }) => channel.id === preference.channelId)?.channel;
    this.#isBound = owner !== undefined;
    return owner;
  }

  #choose(): RouteChannel | undefined {
    const { group, model, channelId, preference } = this.#query;
    if (channelId === undefined) {
      const tiers = this.#routes.tiers(group, model);
      // Custom GPTs share one model name.
      const shared = tiers.length > 0 ? tiers : this.#routes.tiers(group, priceName(model));
      const { point } = preference ?? {};
      const random = point === undefined ? this.#ctx.random : () => point;
      const skipped = this.#skippedIds ?? NONE;
      return pick(shared, skipped, this.#ctx.health.isResting, {
        random,
        preferredId: preference?.channelId,
      });
    }
    if (this.#skippedIds?.has(channelId)) return undefined;
    const channel = this.#routes.channel(channelId);
    if (!channel) throw new RelayError(400, 'channel_unknown', { id: channelId });
    if (channel.status !== ChannelStatus.enabled)
      throw new RelayError(403, 'channel_disabled', { id: channelId });
    return channel;
  }
}

function noChannel({ group, model }: ChannelQuery): RelayError {
  return new RelayError(503, 'no_channel', { group, model: shownName(model) });
}
