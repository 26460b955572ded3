import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };

/** The texts of the status page. */
export function useStatusText() {
  return useLazyTexts('status-page', { en, zh });
}
