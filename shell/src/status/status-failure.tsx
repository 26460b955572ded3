import type { ApiError } from '@tollgate/api-client';
import { Button, Logo } from '@tollgate/ui/core';
import { IconRefresh } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import '../pages/message-page.css';

interface Props {
  error: ApiError;
  isRetrying: boolean;
  onRetry: () => void;
}

/** The whole page, when the console cannot start. */
export function StatusFailure({ error, isRetrying, onRetry }: Props) {
  const { t } = useTranslation('shell');
  const kind = error.code === 'network' ? 'network' : 'failed';
  return (
    <main className="sh-start">
      <div className="sh-message" role="alert">
        <span className="sh-message-mark">
          <Logo size={32} />
        </span>
        <h1>{t(`status.${kind}`)}</h1>
        <p>{t(`status.${kind}-text`)}</p>
        {error.requestId && (
          <p className="sh-message-note">
            {t('common:failure.request-id')} <span className="tg-mono">{error.requestId}</span>
          </p>
        )}
        <div className="sh-message-actions">
          <Button type="primary" icon={<IconRefresh />} loading={isRetrying} onClick={onRetry}>
            {t('status.retry')}
          </Button>
        </div>
      </div>
    </main>
  );
}
