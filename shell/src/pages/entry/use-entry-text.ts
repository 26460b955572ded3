import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };

/** The texts of account entry. They load with its pages, which few visits open. */
export function useEntryText(): { t: TFunction<'entry'> } {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle('en', 'entry')) {
    i18n.addResourceBundle('en', 'entry', en);
    i18n.addResourceBundle('zh', 'entry', zh);
  }
  return { t: i18n.getFixedT(i18n.language, 'entry') };
}
