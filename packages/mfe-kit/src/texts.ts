import path from 'node:path';
import { type AreaSource, inEachLanguage, type Language, languages } from '@tollgate/contract';
import { AreaError } from './area-error.ts';
import { readJson } from './workspace.ts';

interface Texts {
  [key: string]: string | Texts;
}

/**
 * The texts that the menu and the titles need, by key and language, taken from the area's `src/i18n/<language>.json`.
 * @throws when one is missing, or when a key exists in one language only.
 */
export function pickTexts(folder: string, source: AreaSource): Record<Language, Record<string, string>> {
  const all = inEachLanguage((language) =>
    flatten(readJson<Texts>(path.join(folder, `src/i18n/${language}.json`))),
  );
  const { routes, nav, sections = [], extensions = [] } = source;
  const wanted = [
    ...[...routes, ...sections, ...extensions].map(({ title }) => title),
    ...nav.map(({ label }) => label),
    ...routes.flatMap(({ description = [] }) => description),
  ];
  const problems = languages.flatMap((language) => {
    const others = languages
      .filter((other) => other !== language)
      .flatMap((other) => Object.keys(all[other]));
    return [...new Set([...wanted, ...others])]
      .filter((key) => !isTranslated(all[language], key))
      .map((key) => `${language}.json lacks "${key}"`);
  });
  if (problems.length > 0)
    throw new AreaError([`Texts of ${path.basename(folder)}: ${problems.join('; ')}. Add them to src/i18n.`]);
  return inEachLanguage((language) =>
    Object.fromEntries(wanted.map((key) => [key, all[language][key] as string])),
  );
}

/** Plural forms differ between languages: `records_one` needs no Chinese counterpart when `records_other` exists. */
function isTranslated(texts: Record<string, string>, key: string): boolean {
  if (texts[key] !== undefined) return true;
  const stem = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return stem !== key && texts[`${stem}_other`] !== undefined;
}

function flatten(texts: Texts, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}
