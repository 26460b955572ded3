import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };

/** The texts of the dialogs about sessions. They load with these dialogs, which few visits open. */
export function useSessionText(): { t: TFunction<'sessions'> } {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle('en', 'sessions')) {
    // Silent: nothing on the page uses them yet.
    i18n.addResourceBundle('en', 'sessions', en, true, true, { silent: true });
    i18n.addResourceBundle('zh', 'sessions', zh, true, true, { silent: true });
  }
  return { t: i18n.getFixedT(i18n.language, 'sessions') };
}
