import { defaultQuotaDisplay, type QuotaDisplay } from '@tollgate/i18n';
import { createContext, useContext } from 'react';

export const QuotaDisplayContext = createContext<QuotaDisplay>(defaultQuotaDisplay);

/** Returns how this server shows balances; the shell passes it to `UiProvider`. */
export function useQuotaDisplay(): QuotaDisplay {
  return useContext(QuotaDisplayContext);
}
