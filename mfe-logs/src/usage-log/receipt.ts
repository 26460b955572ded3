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

/** Returns the dollars of the formula before they are rounded: 12 digits, without the noise of binary fractions. */
export function exactDollars(receipt: Receipt): number {
  const { lines, fees, price } = receipt;
  const ofFees = fees.reduce((sum, { uses, dollars }) => sum + uses * dollars, 0);
  const ofTokens = lines.reduce((sum, { tokens, weight }) => sum + tokens * weight, 0);
  const dollars =
    price.kind === 'tokens'
      ? (ofTokens * price.modelRatio) / price.quotaPerUnit
      : price.dollars * timesOf(receipt);
  return Number(((dollars + ofFees) * price.groupRatio).toPrecision(12));
}

/** How often a price per call, piece or second applies. */
export function timesOf({ price, seconds = 0 }: Receipt): number {
  if (price.kind === 'second') return seconds;
  return price.kind === 'piece' ? price.multiplier : 1;
}

function tryReceipt(call: BilledCall): Receipt | undefined {
  try {
    return makeReceipt(call);
  } catch {
    return undefined; // Impossible numbers.
  }
}
