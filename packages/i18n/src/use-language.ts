import { useTranslation } from 'react-i18next';
import type { Language } from './language.ts';

/** The language of the page and a way to change it for everybody on it. */
export function useLanguage(): { language: Language; setLanguage: (language: Language) => void } {
  const { i18n } = useTranslation();
  return {
    language: i18n.language?.startsWith('en') ? 'en' : 'zh',
    setLanguage: (language) => void i18n.changeLanguage(language),
  };
}
