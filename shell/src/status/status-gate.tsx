import { ApiError, useData } from '@tollgate/api-client';
import { getStatus } from '@tollgate/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { completeStatus } from './complete-status.ts';
import { StartScreen } from './start-screen.tsx';
import { StatusContext } from './status-context.ts';
import { StatusFailure } from './status-failure.tsx';
import { StatusStale } from './status-stale.tsx';
import { readStoredStatus, storeStatus } from './stored-status.ts';
import { useLate } from './use-late.ts';

/** Renders nothing before the status is known. The status of the last visit is used until the new one arrives. */
export function StatusGate({ children }: { children: ReactNode }) {
  const [storedStatus] = useState(readStoredStatus);
  const { data, error, isValidating, mutate } = useData(
    getStatus,
    {},
    { onSuccess: (fresh) => storeStatus(completeStatus(fresh)) },
  );
  const latest = data ?? storedStatus;
  const status = useMemo(() => latest && completeStatus(latest), [latest]);
  const { isLate, again } = useLate(!status && !error);

  function retry() {
    again();
    void mutate().catch(() => undefined); // the failure is on the page
  }

  if (status) {
    return (
      <StatusContext value={status}>
        {error && <StatusStale error={error} onRetry={retry} />}
        {children}
      </StatusContext>
    );
  }
  if (error) return <StatusFailure error={error} isRetrying={isValidating} onRetry={retry} />;
  if (isLate) return <StatusFailure error={noAnswer} isRetrying={false} onRetry={retry} />;
  return <StartScreen />;
}

/** A call that is still pending has no error yet; to the user it is the same as no response. */
const noAnswer = new ApiError('network');
