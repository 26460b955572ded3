import type { i18n } from 'i18next';
import type { Language } from './language.ts';

/**
 * The sentences for errors, in every language. They are as large as all other texts of the first page and
 * needed only after a failure, so they load in their own chunk after the page.
 */
export async function loadErrorTexts(): Promise<void> {
  const [en, zh, enReasons, zhReasons] = await Promise.all([
    import('./locales/en/errors.json', { with: { type: 'json' } }),
    import('./locales/zh/errors.json', { with: { type: 'json' } }),
    import('./locales/en/reasons.json', { with: { type: 'json' } }),
    import('./locales/zh/reasons.json', { with: { type: 'json' } }),
  ]);
  loaded = {
    en: { errors: en.default, reasons: enReasons.default },
    zh: { errors: zh.default, reasons: zhReasons.default },
  };
}

/** Adds the sentences once they have loaded. */
export function addErrorTexts(instance: i18n): void {
  if (loaded) for (const [language, texts] of Object.entries(loaded)) add(instance, language, texts);
  // Without them the server's messages are used; the next failure loads again.
  else
    whenIdle(() =>
      loadErrorTexts().then(
        () => addErrorTexts(instance),
        () => undefined,
      ),
    );
}

/** Behind everything that the first page waits for. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work);
}

function add(instance: i18n, language: string, { errors, reasons }: ErrorTexts): void {
  if (instance.hasResourceBundle(language, 'errors')) return;
  instance.addResourceBundle(language, 'reasons', reasons);
  instance.addResourceBundle(language, 'errors', errors);
}

/** The sentences, and the reasons that complete them. */
interface ErrorTexts {
  errors: object;
  reasons: object;
}

let loaded: Record<Language, ErrorTexts> | undefined;
