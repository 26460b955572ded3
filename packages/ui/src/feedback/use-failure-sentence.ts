import { toFailure, useErrorMessage } from '@tollgate/i18n';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Turns anything thrown into the sentence of a toast or a form. An error of the server carries its request id: the
 * sentence asks to pass it on.
 */
export function useFailureSentence(): (error: unknown) => string {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  return useCallback(
    (error) => {
      const { code, requestId } = toFailure(error);
      const sentence = errorMessage(error);
      return code === 'internal' && requestId
        ? `${sentence} ${t('failure.request-id')} ${requestId}`
        : sentence;
    },
    [errorMessage, t],
  );
}
