import type { Language } from '@tollgate/contract';
import type { i18n } from 'i18next';

/** Adds the texts of a namespace in every language. */
export function addTexts(instance: i18n, namespace: string, texts: Record<Language, object>): void {
  // Silent: nothing on the page uses them yet.
  for (const [language, ofLanguage] of Object.entries(texts))
    instance.addResourceBundle(language, namespace, ofLanguage, true, true, { silent: true });
}
