export { type BilledCall, type BilledRow, readBilledRow } from './billed-row.ts';
export {
  type CallPrice,
  type PiecePrice,
  type Price,
  scalePieces,
  type TokenPrice,
  toPiecePrice,
} from './price.ts';
export { type AudioTokens, quotaOf, worstQuota } from './quota.ts';
export { makeReceipt, type Receipt, type ReceiptLine, type ReceiptPart, recomputeQuota } from './receipt.ts';
export { noUsage, type Usage } from './usage.ts';
