import { configure, readAllAgain } from '@tollgate/api-client';
import { createStore, type Readable } from '@tollgate/console-sdk';
import { createI18n, type Language, languageKey, toLanguage } from '@tollgate/i18n';
import type { i18n } from 'i18next';
import { addTexts } from './add-texts.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** The page's i18next instance with the texts of the shell, and the language as a readable for areas. */
export function startI18n(options: { language?: Language } = {}): {
  i18n: i18n;
  locale: Readable<Language>;
} {
  const instance = createI18n(options);
  addTexts(instance, 'shell', { en, zh });
  const locale = createStore<Language>(toLanguage(instance.language));
  const follow = (name: string) => {
    configure({ language: toLanguage(name) });
    locale.set(toLanguage(name));
  };
  follow(instance.language);
  instance.on('languageChanged', (name) => {
    follow(name);
    void readAllAgain();
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && newValue && newValue !== instance.language)
      void instance.changeLanguage(toLanguage(newValue));
  });
  return { i18n: instance, locale };
}
