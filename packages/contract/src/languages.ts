/** The languages of the product: of the console, of messages to callers and of emails. */
export const languages = ['zh', 'en'] as const;

export type Language = (typeof languages)[number];

/** The languages of every build of an area. Builds from before another language was added lack that one. */
export const firstLanguages = ['zh', 'en'] as const;

export type FirstLanguage = (typeof firstLanguages)[number];
export type LaterLanguage = Exclude<Language, FirstLanguage>;

/** What a build has in each language. Read it with `inLanguage`. */
export type PerLanguage<T> = Readonly<
  Record<FirstLanguage, T> & Partial<Record<LaterLanguage, T | undefined>>
>;

/** Returns what a build has in a language, or in English when the build is older than the language. */
export function inLanguage<T>(values: PerLanguage<T>, language: Language): T {
  const all: Partial<Record<Language, T | undefined>> = values;
  return all[language] ?? values.en;
}

/** Returns what `change` makes of the value of each language. A language that the build lacks stays away. */
export function mapLanguages<T, Result>(
  values: PerLanguage<T>,
  change: (value: T) => Result,
): PerLanguage<Result> {
  const entries = Object.entries(values as Record<string, T>);
  const changed = entries.map(([language, value]) => [language, change(value)]);
  return Object.fromEntries(changed) as PerLanguage<Result>;
}

/** Returns what `write` makes of each language. */
export function inEachLanguage<T>(write: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, write(language)])) as Record<Language, T>;
}
