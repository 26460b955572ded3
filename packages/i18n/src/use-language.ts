import { useTranslation } from 'react-i18next';
import type { Language } from './language.ts';

/** Returns the page's language and a function that changes it for the whole page. */
export function useLanguage(): { language: Language; setLanguage: (language: Language) => void } {
  const { i18n } = useTranslation();
  return {
    language: i18n.language?.startsWith('en') ? 'en' : 'zh',
    setLanguage: (language) => void i18n.changeLanguage(language),
  };
}
