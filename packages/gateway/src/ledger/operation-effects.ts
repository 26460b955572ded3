import type { Operation } from './types.ts';

/** What applying an operation wrote into it. Plain data, as it crosses processes. */
export interface Effect {
  readonly amount?: number;
  readonly windows?: string | null;
  readonly full?: NonNullable<Extract<Operation, { full?: unknown }>['full']>;
  readonly left?: readonly number[];
}

/** Returns what was written into an applied operation; null when nothing was. */
export function effectOf(operation: Operation): Effect | null {
  if (operation.kind === 'reserve') {
    const { hold, full, left } = operation;
    return { amount: hold.amount, windows: hold.windows, ...(full && { full }), ...(left && { left }) };
  }
  const full = operation.kind === 'extend' || operation.kind === 'claim' ? operation.full : undefined;
  return full ? { full } : null;
}

/** Writes into an operation what another process wrote into its copy. */
export function putEffect(operation: Operation, effect: Effect | null | undefined): void {
  if (!effect) return;
  const { amount, windows, full, left } = effect;
  if (operation.kind === 'reserve') {
    operation.hold.amount = amount ?? operation.hold.amount;
    operation.hold.windows = windows ?? null;
    if (left) operation.left = left;
  }
  const { kind } = operation;
  if (full && (kind === 'reserve' || kind === 'extend' || kind === 'claim')) operation.full = full;
}
