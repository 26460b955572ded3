import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { addErrorTexts } from './error-texts.ts';
import { detectLanguage, type Language, storeLanguage } from './language.ts';
import commonEn from './locales/en/common.json' with { type: 'json' };
import commonZh from './locales/zh/common.json' with { type: 'json' };

/**
 * Sets up the one i18next of the page, ready at once. Areas add their texts with `addResourceBundle`.
 * A change of language is remembered and written to `<html lang>`.
 */
export function createI18n({ language = detectLanguage() }: { language?: Language } = {}): i18n {
  const instance = createInstance();
  instance.on('languageChanged', announce);
  instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'zh',
    supportedLngs: ['zh', 'en'],
    ns: ['common', 'errors'],
    defaultNS: 'common',
    resources: {
      en: { common: commonEn },
      zh: { common: commonZh },
    },
    initAsync: false,
    // The defaults, but said: else every text is first looked at for whether its key reads like a sentence.
    nsSeparator: ':',
    keySeparator: '.',
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  });
  addErrorTexts(instance);
  return instance;
}

function announce(language: string): void {
  storeLanguage(language as Language);
  if (globalThis.document) document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;
}
