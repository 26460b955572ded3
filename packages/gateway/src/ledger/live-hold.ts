import { accountId, toCost } from './accounts.ts';
import { type FullLimit, type LimitClaim, toHeldWindows } from './limit-claims.ts';
import type { ClaimOperation, Hold, Leeway, Reservation, ReserveOperation } from './types.ts';

/** The hold of a call that this process runs. */
export interface LiveHold extends Hold {
  dispatched: boolean;
  /** The limits that count the call; those of its channel are last. */
  claims: readonly LimitClaim[];
  /** How many of them are of the channel. */
  channelClaims: number;
  /** The limit that refused the last extension. */
  full?: FullLimit;
  /** The part of `used` that the last checkpoint recorded. */
  saved: number;
  /** Returns the cost so far, in quota units. Set while a stream runs. */
  getCost?: (() => number) | undefined;
}

export function newLiveHold(reservation: Reservation, instance: string): LiveHold {
  const { id, userId, tokenId, amount, estimate, snapshot, claims = NO_CLAIMS } = reservation;
  return {
    id,
    user: accountId('user', userId),
    token: tokenId === null ? null : accountId('token', tokenId),
    amount: toCost(amount),
    used: toCost(estimate),
    instance,
    snapshot: typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot),
    windows: toHeldWindows(claims),
    claims,
    channelClaims: 0,
    dispatched: false,
    saved: estimate,
  };
}

/** The fields that the database stores. Listed one by one, because a copy in a loop is much slower. */
export function toHold({ id, user, token, amount, used, instance, snapshot, windows }: Hold): Hold {
  return { id, user, token, amount, used, instance, snapshot, windows };
}

/** The leeway of a reserve with whole amounts in order. */
export function toBounds(amount: number, leeway: Leeway): NonNullable<ReserveOperation['leeway']> {
  const least = toCost(leeway.least);
  const comfortable = Math.max(least, toCost(leeway.comfortable));
  const requested = Math.max(least, amount);
  const { isPatient = false, leastAlone } = leeway;
  const bounds = { requested, least, comfortable, isPatient };
  return leastAlone === undefined ? bounds : { ...bounds, leastAlone: toCost(leastAlone) };
}

export function toReserve(live: LiveHold, leeway: ReserveOperation['leeway']): ReserveOperation {
  const { claims } = live;
  return {
    kind: 'reserve',
    hold: toHold(live),
    ...(leeway && { leeway }),
    ...(claims.length > 0 && { claims }),
  };
}

/** Reads what running calls cost so far. Returns those that cost more than at the last checkpoint. */
export function findGrown(holds: Iterable<LiveHold>, onError: (error: unknown) => void): LiveHold[] {
  const grown: LiveHold[] = [];
  for (const hold of holds) {
    if (!hold.dispatched) continue;
    hold.used = Math.max(hold.used, readCost(hold, onError));
    if (hold.used > hold.saved) grown.push(hold);
  }
  return grown;
}

/** Returns the cost so far, at most the held amount, so that a checkpoint needs no more money. */
function readCost({ amount, used, getCost }: LiveHold, onError: (error: unknown) => void): number {
  try {
    return getCost ? Math.min(amount, toCost(getCost())) : used;
  } catch (error) {
    onError(error);
    return used;
  }
}

export const NO_CLAIMS: readonly LimitClaim[] = [];

/** The claims with at least this many tokens; the same list when nothing changes. */
export function withTokens(claims: readonly LimitClaim[], tokens: number): readonly LimitClaim[] {
  if (claims.every((claim) => claim.tokens === undefined || claim.tokens >= tokens)) return claims;
  return claims.map((claim) =>
    claim.tokens === undefined ? claim : { ...claim, tokens: Math.max(claim.tokens, tokens) },
  );
}

/** What makes these the claims of the channel that a call goes to. Undefined when nothing changes. */
export function claimForChannel(hold: LiveHold, claims: readonly LimitClaim[]): ClaimOperation | undefined {
  const before = hold.claims.slice(hold.claims.length - hold.channelClaims);
  if (before.length + claims.length === 0) return undefined;
  const kept = new Set(claims.map(({ window }) => window));
  const drops = before.map(({ window }) => window).filter((window) => !kept.has(window));
  return { kind: 'claim', id: hold.id, claims, drops };
}

/** Records that the operation of `claimForChannel` is in effect. */
export function keepChannelClaims(hold: LiveHold, claims: readonly LimitClaim[]): void {
  const own = hold.claims.slice(0, hold.claims.length - hold.channelClaims);
  hold.claims = [...own, ...claims];
  hold.channelClaims = claims.length;
  hold.windows = toHeldWindows(hold.claims);
}
