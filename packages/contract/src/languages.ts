/** The languages of the product: of the console, of messages to callers and of emails. */
export const languages = ['zh', 'en'] as const;

export type Language = (typeof languages)[number];

/** Returns what `write` makes of each language. */
export function inEachLanguage<T>(write: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, write(language)])) as Record<Language, T>;
}
