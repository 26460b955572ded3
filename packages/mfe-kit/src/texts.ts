import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type AreaSource,
  firstLanguages,
  type Language,
  languages,
  mapLanguages,
  type PerLanguage,
} from '@tollgate/contract';
import { AreaError } from './area-error.ts';
import { readJson } from './workspace.ts';

interface Texts {
  [key: string]: string | Texts;
}

/**
 * The texts that the menu and the titles need, by key and language, taken from the area's `src/i18n/<language>.json`.
 * An area may lack a language that the console learned later: it is shown in English then.
 * @throws when one is missing, or when a key exists in one language only.
 */
export function pickTexts(folder: string, source: AreaSource): PerLanguage<Record<string, string>> {
  const files = spokenLanguages(folder).map((language) => [language, readTexts(folder, language)] as const);
  const { routes, nav, sections = [], extensions = [] } = source;
  const wanted = [
    ...[...routes, ...sections, ...extensions].map(({ title }) => title),
    ...nav.map(({ label }) => label),
    ...routes.flatMap(({ description = [] }) => description),
  ];
  const keys = new Set([...wanted, ...files.flatMap(([, texts]) => Object.keys(texts))]);
  const problems = files.flatMap(([language, texts]) =>
    [...keys].filter((key) => !isTranslated(texts, key)).map((key) => `${language}.json lacks "${key}"`),
  );
  if (problems.length > 0)
    throw new AreaError([`Texts of ${path.basename(folder)}: ${problems.join('; ')}. Add them to src/i18n.`]);
  const all = Object.fromEntries(files) as PerLanguage<Record<string, string>>;
  return mapLanguages(all, (texts) => Object.fromEntries(wanted.map((key) => [key, texts[key] as string])));
}

/** The languages of the console in which an area has texts. */
export function spokenLanguages(folder: string): Language[] {
  const first: readonly string[] = firstLanguages;
  return languages.filter((language) => first.includes(language) || existsSync(textFile(folder, language)));
}

function readTexts(folder: string, language: Language): Record<string, string> {
  return flatten(readJson<Texts>(textFile(folder, language)));
}

function textFile(folder: string, language: Language): string {
  return path.join(folder, `src/i18n/${language}.json`);
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
