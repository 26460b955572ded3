import { type Language, languages } from '@tollgate/contract';

export { type Language, languages };

/** Key of the choice in local storage. */
export const languageKey = 'i18nextLng';

/**
 * The stored choice, else the browser's first supported language. People whose browsers name only others more
 * likely read English; browsers that name none get Chinese. The server chooses the same.
 */
export function detectLanguage(): Language {
  const named = globalThis.navigator?.languages ?? [];
  for (const preference of [readStored(), ...named]) {
    const language = languages.find((language) => preference?.toLowerCase().startsWith(language));
    if (language) return language;
  }
  return named.length > 0 ? 'en' : 'zh';
}

/** Returns the language of a tag such as `en-US`; Chinese for others, whose texts complete those of the other languages. */
export function toLanguage(tag: string | undefined): Language {
  return languages.find((language) => tag?.toLowerCase().startsWith(language)) ?? 'zh';
}

/** Stores the choice. Does nothing when storage is blocked (private windows). */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // The page keeps the language until it is closed.
  }
}

function readStored(): string | undefined {
  try {
    return localStorage.getItem(languageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
