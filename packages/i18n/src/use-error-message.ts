import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { addErrorTexts } from './error-texts.ts';

/** What a failed call carries: a code that we have a sentence for, values for it, and the server's own words. */
export interface Failure {
  code?: string;
  details?: Record<string, string | number>;
  message?: string;
  requestId?: string;
}

/** Turns anything thrown into one sentence: ours by its code, else the server's own, else a general one. */
export function useErrorMessage(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors', { bindI18nStore: 'added' });
  return useCallback(
    (error) => {
      const { code, details, message } = toFailure(error);
      if (!i18n.hasResourceBundle('en', 'errors')) addErrorTexts(i18n);
      if (code && i18n.exists(code, { ns: 'errors' })) {
        const known = i18n.exists(`reason.${details?.reason}`, { ns: 'common' });
        const reason = t(`reason.${known ? details?.reason : 'other'}`, { ns: 'common' });
        return t(code, { ...details, reason });
      }
      if (code && message && message !== code) return message;
      return t(['internal', 'failed'], { ns: ['errors', 'common'] });
    },
    [t, i18n],
  );
}

/** Reads the parts of a failure from anything thrown. A plain program error has no code. */
export function toFailure(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? (error as Failure) : {};
}
