import { callField, fieldOf, toFailure, useErrorMessage } from '@tollgate/i18n';
import { useTranslation } from 'react-i18next';
import { labelText } from './use-control-name.ts';

export interface Refusal {
  /** Absent when the error belongs to no field of this form. */
  field?: string;
  sentence: string;
}

/** Returns where and with which message a form shows a failed submission. `fields`: the names of its fields. */
export function useRefusal(formId: string): (error: unknown, fields: readonly string[]) => Refusal {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  return (error, fields) => {
    const { code } = toFailure(error);
    const field = fieldOf(error);
    if (field && fields.includes(field)) {
      return { field, sentence: errorMessage(callField(error, labelText(`${formId}-${field}_input`))) };
    }
    // A call that was sent but got no response may have succeeded.
    if (code === 'network' && navigator.onLine !== false) return { sentence: t('form.unsure') };
    return { sentence: errorMessage(error) };
  };
}
