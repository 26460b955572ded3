import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { addErrorTexts } from './error-texts.ts';
import { detectLanguage, type Language, languages, storeLanguage } from './language.ts';
import commonEn from './locales/en/common.json' with { type: 'json' };
import commonZh from './locales/zh/common.json' with { type: 'json' };

/**
 * Sets up the page's only i18next instance, ready at once. Areas add their texts with `addResourceBundle`. A
 * changed language is stored and written to `<html lang>`.
 */
export function createI18n({ language = detectLanguage() }: { language?: Language } = {}): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: ['en', 'zh'],
    supportedLngs: languages,
    ns: ['common', 'errors'],
    defaultNS: 'common',
    resources: {
      en: { common: commonEn },
      zh: { common: commonZh },
    } satisfies Record<Language, object>,
    initAsync: false,
    // The defaults, but explicit: otherwise i18next checks whether every key looks like a sentence.
    nsSeparator: ':',
    keySeparator: '.',
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  });
  addErrorTexts(instance);
  announce(language);
  // From here on: a guess at the start is not stored as if it had been chosen.
  instance.on('languageChanged', (chosen) => {
    storeLanguage(chosen as Language);
    announce(chosen);
  });
  return instance;
}

function announce(language: string): void {
  if (globalThis.document) document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;
}
