/** Kinds of ledger entries; unknown ones are shown unchanged. */
export const entryKinds = [
  'usage',
  'refund',
  'redeem',
  'topup',
  'grant',
  'invited',
  'referral',
  'aff_transfer',
  'adjust',
  'setup',
  'import',
] as const;

export function isKnownKind(kind: string): boolean {
  return (entryKinds as readonly string[]).includes(kind);
}
