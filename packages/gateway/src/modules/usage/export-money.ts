import type { Context } from '../../core/context.ts';

/** Returns the row with its amounts in dollars too, in columns with `_usd` behind their names. */
export function withDollars<R extends object, K extends keyof R & string>(
  ctx: Context,
  row: R,
  columns: readonly K[],
): R & Record<`${K}_usd`, number> {
  const amounts = columns.map((column) => [`${column}_usd`, dollars(ctx, Number(row[column]))]);
  return { ...row, ...(Object.fromEntries(amounts) as Record<`${K}_usd`, number>) };
}

/** Decimal places: as many as one quota unit needs, and at least eight. */
export function dollars({ options }: Context, quota: number): number {
  const { QuotaPerUnit } = options.current;
  const digits = Math.min(Math.max(8, Math.ceil(Math.log10(QuotaPerUnit)) + 2), 100);
  return Number((quota / QuotaPerUnit).toFixed(digits));
}
