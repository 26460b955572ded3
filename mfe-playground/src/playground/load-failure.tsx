import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** The error when the panel's options fail to load, with a retry button. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  return (
    <Alert
      type="error"
      content={errorMessage(error)}
      action={
        <Button size="mini" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
