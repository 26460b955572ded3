import type { ApiError } from '@tollgate/api-client';
import { Button } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** A banner above the page while the server does not respond but an earlier status is known. */
export function StatusStale({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className="sh-stale" role="status">
      <span>
        {t(error.code === 'network' ? 'status.network' : 'status.failed')}. {t('status.stale')}
      </span>
      <Button size="mini" onClick={onRetry}>
        {t('status.retry')}
      </Button>
    </div>
  );
}
