import type { ServerResponse } from 'node:http';
import type { Counters } from '../../cache/counters.ts';
import { countOf, windowOf } from '../../modules/limits/window-of.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { AppliedRule, CallLimits } from './call-limits.ts';
import { setOwnLimits } from './limit-headers.ts';
import { LimitError, limitRefusal } from './limit-refusal.ts';

/** The call that enters, as far as it matters to limits. */
export interface EnteringCall {
  readonly exchange: Pick<Exchange, 'request' | 'response'>;
  /** Its body stays in memory while the call waits. */
  readonly relayRequest?: { readonly body: Buffer };
}

/**
 * Counts a call for requests and running calls, and runs `begin`, which takes its money. When that fails, the
 * call does not count. Under a rule that makes calls wait, it waits for its turn and holds nothing meanwhile.
 *
 * @throws {LimitError} of the first full rule, {RelayError} 499
 */
export async function withinLimits<T>(
  ctx: RelayContext,
  limits: CallLimits,
  call: EnteringCall,
  begin: () => Promise<T>,
): Promise<T> {
  const line = findLine(ctx, limits);
  if (line) return waitFor(ctx, limits, call, { begin, applied: line });
  try {
    return await tryOnce(ctx, limits, begin);
  } catch (error) {
    if (!(error instanceof LimitError) || error.rule.whenFull !== 'wait') throw error;
    return waitFor(ctx, limits, call, { begin, applied: error, refusal: error });
  }
}

/** A rule of the call that others wait for already: it must not overtake them. */
function findLine({ limitQueue }: RelayContext, { booked, counted }: CallLimits): AppliedRule | undefined {
  for (const rules of [booked, counted])
    for (const applied of rules)
      if (applied.rule.whenFull === 'wait' && limitQueue.hasLine(lineOf(applied))) return applied;
  return undefined;
}

function lineOf({ rule, subject }: AppliedRule) {
  return { ownerType: 'limit', ownerId: `${rule.id} ${subject}` } as const;
}

async function tryOnce<T>(ctx: RelayContext, limits: CallLimits, begin: () => Promise<T>): Promise<T> {
  const refused = await takeCounted(ctx.limits.counters, limits, Math.floor(ctx.now() / 1000));
  if (refused) throw await limitRefusal(ctx, refused);
  try {
    return await begin();
  } catch (error) {
    limits.cancel();
    throw error;
  }
}

/** Gives back the slots of a call that has ended. Calls that wait for them try again. */
export function endLimits(ctx: RelayContext, limits: CallLimits, response: ServerResponse): void {
  limits.release();
  setOwnLimits(response, limits, ctx.now()); // A refusal is still to be sent.
  for (const rules of [limits.booked, limits.counted])
    for (const applied of rules)
      if (applied.rule.whenFull === 'wait') ctx.limitQueue.release(lineOf(applied));
}

interface Waiting<T> {
  readonly begin: () => Promise<T>;
  /** The rule that it waits for. */
  readonly applied: AppliedRule;
  /** Absent: others wait there already. */
  readonly refusal?: LimitError;
}

/** Tries again when it is first in line of the rule and a call has ended here or may have ended elsewhere. */
async function waitFor<T>(
  ctx: RelayContext,
  limits: CallLimits,
  call: EnteringCall,
  { begin, applied, refusal }: Waiting<T>,
): Promise<T> {
  const bodyBytes = call.relayRequest?.body.length ?? 0;
  const ticket = ctx.limitQueue.enter(lineOf(applied), bodyBytes, { waitMs: applied.rule.waitMs });
  if (!ticket) {
    if (refusal) throw refusal;
    return tryOnce(ctx, limits, begin);
  }
  const { response } = call.exchange;
  const leave = () => ticket.leave();
  response.once('close', leave);
  let last = refusal;
  try {
    while (await ticket.waitForTurn()) {
      try {
        return await tryOnce(ctx, limits, begin);
      } catch (error) {
        if (!(error instanceof LimitError) || error.rule.whenFull !== 'wait') throw error;
        last = error;
      }
    }
    if (response.destroyed) throw new RelayError(499, 'caller_left');
    if (last) throw last;
    return await tryOnce(ctx, limits, begin); // Its turn has not come: the rule is full, or it is free by now.
  } finally {
    response.off('close', leave);
    ticket.leave();
  }
}

/** Takes one of each counter, or nothing and returns the first full rule. */
async function takeCounted(counters: Counters, limits: CallLimits, at: number) {
  if (limits.counted.length === 0) return undefined;
  const applied = limits.counted.filter(({ rule }) => rule.from <= at);
  if (applied.length === 0) return undefined;
  const taken = counters.take(applied.map(({ rule, subject }) => countOf(rule, subject, at)));
  const taking = taken instanceof Promise ? await taken : taken;
  if (!taking.full) {
    limits.keep(taking);
    for (const [index, { rule, subject }] of applied.entries()) {
      const { resetsAt, period } = windowOf(rule, subject, at);
      const left = Math.max(0, rule.amount - (taking.used[index] ?? 0));
      limits.noteLeft({ rule, left, resetsAt: period > 0 ? at + period : resetsAt });
    }
    return undefined;
  }
  const { index, used, waitMs } = taking.full;
  const { rule, subject } = applied[index] as AppliedRule;
  limits.noteLeft({ rule, left: 0, resetsAt: windowOf(rule, subject, at).resetsAt });
  const isRunning = rule.resource === 'concurrent';
  const spent = isRunning ? { spent: 0, held: used } : { spent: used, held: 0 };
  return { rule, subject, full: { limit: rule.amount, needed: 1, ...spent }, waitMs };
}
