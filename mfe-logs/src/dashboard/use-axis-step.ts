import { useQuotaDisplay } from '@tollgate/ui/core';

/** Returns the units of a dollar, or of a yuan where amounts are in yuan: axes of charts get round steps of it. */
export function useAxisStep(): number {
  const { quotaPerUnit, displayInCurrency, currency } = useQuotaDisplay();
  return displayInCurrency && quotaPerUnit > 0 ? quotaPerUnit / (currency?.rate ?? 1) : 1;
}
