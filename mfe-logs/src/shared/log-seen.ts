import { useArea } from '@tollgate/console-sdk';
import { useEffect } from 'react';

/** In the area's storage: this person has seen a row of the usage log. */
export const LOG_SEEN = 'log-seen';

/** Notes that the log shows something; the list of first steps ticks it. */
export function useLogSeen(hasRows: boolean): void {
  const { storage } = useArea();
  useEffect(() => {
    if (hasRows) storage.set(LOG_SEEN, '1');
  }, [hasRows, storage]);
}
