import { useTranslation } from 'react-i18next';
import { type Language, toLanguage } from './language.ts';

/** Returns the page's language and a function that changes it for the whole page. */
export function useLanguage(): { language: Language; setLanguage: (language: Language) => void } {
  const { i18n } = useTranslation();
  return {
    language: toLanguage(i18n.language),
    setLanguage: (language) => void i18n.changeLanguage(language),
  };
}
