import type { SiteStatus } from '@tollgate/contract';
import { createContext, useContext } from 'react';

export const StatusContext = createContext<SiteStatus | null>(null);

/** Branding, modes and switches of this gateway. @throws outside of the status gate. */
export function useStatus(): SiteStatus {
  const status = useContext(StatusContext);
  if (!status) throw new Error('useStatus() was called before the status was there.');
  return status;
}
