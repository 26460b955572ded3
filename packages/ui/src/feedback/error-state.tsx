import { Button } from '@arco-design/web-react';
import { IconCloseCircle, IconRefresh } from '@arco-design/web-react/icon';
import { toFailure, useErrorMessage } from '@tollgate/i18n';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../display/copy-text.tsx';
import { State } from './state.tsx';

export interface ErrorStateProps {
  /** The thrown value; its code selects the sentence. */
  error: unknown;
  onRetry?: () => unknown;
  title?: ReactNode;
}

/** A load failure: what happened, a retry button, and the request id for the server's log. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  const { requestId } = toFailure(error);
  return (
    <State
      role="alert"
      tone="danger"
      icon={<IconCloseCircle />}
      title={title ?? t('failure.title')}
      description={errorMessage(error, { hasRequestId: true })}
      action={
        onRetry && (
          <Button icon={<IconRefresh />} onClick={() => onRetry()}>
            {t('action.retry')}
          </Button>
        )
      }
      note={
        requestId && (
          <>
            {t('failure.request-id')} <CopyText text={requestId} what={t('failure.request-id')} />
          </>
        )
      }
    />
  );
}
