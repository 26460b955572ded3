import { callField, fieldOf, toFailure, useErrorMessage } from '@tollgate/i18n';
import { useTranslation } from 'react-i18next';
import { labelText } from './use-control-name.ts';

export interface Refusal {
  /** Absent when what is wrong belongs to no field of this form. */
  field?: string;
  sentence: string;
}

/** Where in a form a failed submission is shown, and in which words. `fields`: the names of its fields. */
export function useRefusal(formId: string): (error: unknown, fields: readonly string[]) => Refusal {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  return (error, fields) => {
    const { code } = toFailure(error);
    const field = fieldOf(error);
    if (field && fields.includes(field)) {
      return { field, sentence: errorMessage(callField(error, labelText(`${formId}-${field}_input`))) };
    }
    // A call that left and was not answered may have done its work.
    if (code === 'network' && navigator.onLine !== false) return { sentence: t('form.unsure') };
    return { sentence: errorMessage(error) };
  };
}
