import type { FullLimit } from '../../ledger/index.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { CallHold } from '../metering/bill.ts';
import type { AppliedRule, CallLimits } from './call-limits.ts';
import { limitRefusal } from './limit-refusal.ts';

/** Creates the error for a call whose money or tokens a limit has no room for. */
export async function fullRefusal(
  ctx: RelayContext,
  { limits }: Pick<Call, 'limits'>,
  full: FullLimit,
  { hold }: { readonly hold?: Pick<CallHold, 'length' | 'outputTokens'> } = {},
): Promise<RelayError> {
  const applied = findApplied(limits, full);
  if (!applied) return new RelayError(500, 'internal', {}, { cause: full });
  const assumed = hold && hold.length !== 'request' && hold.length !== 'none' ? hold.outputTokens : undefined;
  return limitRefusal(ctx, { ...applied, full, ...(assumed !== undefined && { assumed }) });
}

/** Creates the error that ends a running call: its hold cannot grow, because of a limit or of the money. */
export async function explainEnd(
  ctx: RelayContext,
  call: Pick<Call, 'limits'>,
  holdId: string,
): Promise<RelayError> {
  const full = ctx.ledger.findFull(holdId);
  const applied = full && findApplied(call.limits, full);
  if (!applied) return new RelayError(403, 'insufficient_quota');
  return limitRefusal(ctx, { ...applied, full, isRunning: true });
}

/** The limits of channels are not among those of the call. */
function findApplied(limits: CallLimits | undefined, { rule: id }: FullLimit): AppliedRule | undefined {
  const rule = limits?.rules.find(id);
  return limits?.booked.find((each) => each.rule === rule) ?? (rule && { rule, subject: '' });
}
