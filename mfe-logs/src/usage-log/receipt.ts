import type { LogEntry } from '@tollgate/contract';
import { type BilledCall, makeReceipt, type Receipt, readBilledRow } from '@tollgate/pricing';

/**
 * Explains the charge of a call from its row. `quotaPerUnit` is quota units per dollar, for rows without it.
 * Returns undefined for rows that are no calls, for calls that were not charged, and for rows that cannot
 * explain their charge.
 */
export function receiptOf(entry: LogEntry, quotaPerUnit: number): Receipt | undefined {
  const call = readBilledRow(entry, quotaPerUnit);
  const receipt = call && tryReceipt(call);
  // The row does not contain how much was written when the gateway was killed.
  return call?.isRecovered && receipt?.computed !== entry.quota ? undefined : receipt;
}

/** Returns the units of the formula before they are rounded: 12 digits, without the noise of binary fractions. */
export function exactUnits({ lines, fees, price }: Receipt): number {
  const ofFees = fees.reduce((sum, { uses, dollars }) => sum + uses * dollars, 0) * price.quotaPerUnit;
  const units =
    price.kind === 'tokens'
      ? lines.reduce((sum, { tokens, weight }) => sum + tokens * weight, 0) * price.modelRatio
      : price.dollars * (price.kind === 'piece' ? price.multiplier : 1) * price.quotaPerUnit;
  return Number(((units + ofFees) * price.groupRatio).toPrecision(12));
}

function tryReceipt(call: BilledCall): Receipt | undefined {
  try {
    return makeReceipt(call);
  } catch {
    return undefined; // Impossible numbers.
  }
}
