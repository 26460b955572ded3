import type { DialectCall, HeldCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import type { CallHold } from '../metering/bill.ts';
import { type HoldPlan, holdOf, planHold, reserve } from '../steps/reserve.ts';
import { takeMoney } from './take-money.ts';

type HeldDialectCall = DialectCall & HeldCall;

interface Planned {
  readonly call: DialectCall;
  readonly plan: HoldPlan;
}

/**
 * Holds the worst case of the dearest of several models for one call: any of them can then serve it. Leaves
 * out models without a price, and those after the first that the balance does not cover. Returns the call at
 * each of them, all with the same hold in the ledger.
 *
 * @throws {RelayError} those of `reserve`, about the first model
 */
export async function reserveDearest(
  ctx: RelayContext,
  calls: readonly [DialectCall, ...DialectCall[]],
): Promise<readonly [HeldDialectCall, ...HeldDialectCall[]]> {
  const { dialect } = calls[0];
  const planned = await Promise.all(
    calls.map(async (call) => ({ call, plan: await planHold(ctx, call, dialect.id) })),
  );
  let [first, ...others] = planned.filter((each): each is Planned => each.plan !== undefined);
  if (!first || others.length === 0) return [await reserveOne(ctx, first?.call ?? calls[0])];

  for (;;) {
    const dearest: Planned = dearestOf(first, others);
    if (dearest === first) break;
    const amount = await takeFor(ctx, [first, ...others], costOf(dearest));
    if (amount !== undefined) return [await atFirst(first, amount), ...(await atOthers(others, amount))];
    others = others.filter((each) => each !== dearest);
  }
  const held = await reserveOne(ctx, first.call);
  return [held, ...(await atOthers(others, held.hold.amount))];
}

async function reserveOne(ctx: RelayContext, call: DialectCall): Promise<HeldDialectCall> {
  return { ...call, hold: await reserve(ctx, call, call.dialect.id) };
}

function dearestOf(first: Planned, others: readonly Planned[]): Planned {
  return others.reduce((most, each) => (costOf(each) > costOf(most) ? each : most), first);
}

function costOf({ plan }: Planned): number {
  return plan.first.whole.hold.amount;
}

/** Takes money that suffices for each of the calls. Returns how much; undefined when there is too little. */
async function takeFor(
  ctx: RelayContext,
  planned: readonly [Planned, ...Planned[]],
  dearest: number,
): Promise<number | undefined> {
  const [{ call, plan }] = planned;
  const drafts = planned.map((each) => each.plan.first.whole);
  const most = (values: number[]) => Math.max(...values);
  const { whole } = plan.first;
  const isHidden = drafts.some(({ leastAlone }) => leastAlone !== undefined);
  const draft = {
    ...whole,
    // Its other fields describe a recovered call: that of the requested model.
    hold: { ...whole.hold, amount: dearest },
    least: most(drafts.map(({ least }) => least)),
    comfortable: most(drafts.map(({ comfortable }) => comfortable)),
    ...(isHidden && { leastAlone: most(drafts.map(({ leastAlone, least }) => leastAlone ?? least)) }),
  };
  const { outcome, amount } = await takeMoney(ctx, call, draft, true);
  return outcome === 'ok' ? amount : undefined;
}

async function atFirst({ call, plan }: Planned, amount: number): Promise<HeldDialectCall> {
  return { ...call, hold: await within(plan, amount) };
}

/** The calls at models of which the amount covers a short answer at least. */
async function atOthers(planned: readonly Planned[], amount: number): Promise<HeldDialectCall[]> {
  const covered = planned.filter(({ plan: { first } }) => (first.open ?? first.whole).least <= amount);
  return Promise.all(covered.map((each) => atFirst(each, amount)));
}

/** A longest answer that costs less than what is held stays the longest one. */
async function within({ first, count }: HoldPlan, amount: number): Promise<CallHold> {
  const { hold } = first.whole;
  if (amount >= hold.amount) return { ...hold, amount };
  const counted = await count();
  return amount >= counted.whole.hold.amount
    ? { ...counted.whole.hold, amount }
    : holdOf(counted, amount, hold.model);
}
