/** Nested texts of one namespace in one language. */
export interface Texts {
  [key: string]: string | Texts;
}

/**
 * Returns keys that only one of the two languages has, each with the language that lacks it: `['zh:
 * drawer.title']`. Chinese has one plural form, so `_one` and `_other` count as the same key.
 */
export function missingKeys(en: Texts, zh: Texts): string[] {
  const inEnglish = keysOf(en);
  const inChinese = keysOf(zh);
  return [
    ...[...inEnglish].filter((key) => !inChinese.has(key)).map((key) => `zh: ${key}`),
    ...[...inChinese].filter((key) => !inEnglish.has(key)).map((key) => `en: ${key}`),
  ];
}

function keysOf(texts: Texts, prefix = ''): Set<string> {
  const keys = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [prefix + key.replace(/_(one|other)$/, '')]
      : [...keysOf(value, `${prefix}${key}.`)],
  );
  return new Set(keys);
}
