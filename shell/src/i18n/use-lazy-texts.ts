import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Texts that load with the page or dialog that shows them, because few visits open it. */
export function useLazyTexts<Name extends string>(
  name: Name,
  texts: { en: object; zh: object },
): { t: TFunction<Name> } {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle('en', name)) {
    // Silent: nothing on the page uses them yet.
    i18n.addResourceBundle('en', name, texts.en, true, true, { silent: true });
    i18n.addResourceBundle('zh', name, texts.zh, true, true, { silent: true });
  }
  return { t: i18n.getFixedT(i18n.language, name) };
}
