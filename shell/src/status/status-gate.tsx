import { ApiError, configure, useData } from '@tollgate/api-client';
import { getStatus, type SiteStatus } from '@tollgate/contract';
import { Spin } from '@tollgate/ui/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasInlinedStatus } from './inlined-status.ts';
import { StatusContext } from './status-context.ts';
import { StatusFailure } from './status-failure.tsx';
import { StatusStale } from './status-stale.tsx';
import { completeStatus, readStoredStatus, storeStatus } from './stored-status.ts';
import { useLate } from './use-late.ts';

/** Renders nothing before the status is known. The status of the last visit is used until the new one arrives. */
export function StatusGate({ children }: { children: ReactNode }) {
  const [storedStatus] = useState(readStoredStatus);
  const { data, error, isValidating, mutate } = useData(
    getStatus,
    {},
    {
      revalidateIfStale: !hasInlinedStatus(),
      onSuccess: (fresh) => storeStatus(completeStatus(fresh)),
    },
  );
  const latest = data ?? storedStatus;
  const status = useMemo(() => latest && prepare(completeStatus(latest)), [latest]);
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

/** Calls of the pages below are made before any effect here would run. */
function prepare(status: SiteStatus): SiteStatus {
  configure({ capabilities: status.capabilities });
  return status;
}

/** Shown before the status has loaded. Stays empty for a moment, so that a fast start does not flash. */
function StartScreen() {
  const { t } = useTranslation('shell');
  return (
    <main className="sh-start" aria-busy="true">
      <Spin size={28} delay={300} />
      <span className="tg-visually-hidden" role="status">
        {t('status.loading')}
      </span>
    </main>
  );
}
