import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Why the choices of the panel did not come, and a way to ask again. */
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
