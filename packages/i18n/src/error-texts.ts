import type { i18n } from 'i18next';

/**
 * The sentences for refusals, in both languages. They are as many as all other texts of the first page together and
 * needed only once something fails, so they come in a chunk of their own, right after the page stands.
 */
export async function loadErrorTexts(): Promise<void> {
  const [en, zh] = await Promise.all([
    import('./locales/en/errors.json', { with: { type: 'json' } }),
    import('./locales/zh/errors.json', { with: { type: 'json' } }),
  ]);
  loaded = { en: en.default, zh: zh.default };
}

/** Adds them: at once when they are there, else when they are. */
export function addErrorTexts(instance: i18n): void {
  if (loaded) for (const [language, texts] of Object.entries(loaded)) add(instance, language, texts);
  // Without them, the server's own words stand in; the next failure asks again.
  else
    loadErrorTexts().then(
      () => addErrorTexts(instance),
      () => undefined,
    );
}

function add(instance: i18n, language: string, texts: object): void {
  if (!instance.hasResourceBundle(language, 'errors')) instance.addResourceBundle(language, 'errors', texts);
}

let loaded: { en: object; zh: object } | undefined;
