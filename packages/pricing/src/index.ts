export { adjustmentFields } from './billed-adjustments.ts';
export { type BilledCall, type BilledRow, readBilledRow } from './billed-row.ts';
export {
  CACHE_WRITE_HOUR_RATIO,
  CACHE_WRITE_RATIO,
  type CallPrice,
  type PiecePrice,
  type Price,
  type PriceStep,
  type SecondPrice,
  scalePieces,
  type TokenPrice,
  toPiecePrice,
} from './price.ts';
export { type MediaTokens, quotaOf, type UsageKinds, worstQuota } from './quota.ts';
export { stepOf, tierRatio } from './rates.ts';
export {
  makeReceipt,
  type Receipt,
  type ReceiptFee,
  type ReceiptLine,
  type ReceiptPart,
  recomputeQuota,
} from './receipt.ts';
export { noUsage, type PaidTool, paidToolNames, paidTools, type ToolUses, type Usage } from './usage.ts';
