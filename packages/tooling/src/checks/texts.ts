import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Checks that every text exists in every language of `packages/i18n/src/locales`, with the same placeholders. */
export function checkTexts(root: string): { complaints: string[]; note: string } {
  const languages = globSync('packages/i18n/src/locales/*', { cwd: root }).map((folder) =>
    path.basename(folder),
  );
  const others = languages.filter((language) => language !== 'en');
  const files = globSync(
    [
      '{shell,mfe-*,packages/*,packages/mfe-kit/template}/src/**/en.json',
      '{shell,mfe-*,packages/*}/src/**/en/*.json',
    ],
    {
      cwd: root,
    },
  );
  let texts = 0;
  const complaints = files.flatMap((english) => {
    const en = readTexts(root, english);
    texts += en.size;
    return others.flatMap((language) => {
      const file = english.replace(/en(\.json|\/[^/]+\.json)$/, `${language}$1`);
      if (!existsSync(path.join(root, file))) return [`${file} is missing.`];
      return compare({ file: english, texts: en }, { file, texts: readTexts(root, file) });
    });
  });
  return { complaints, note: `${texts} texts in ${languages.length} languages` };
}

interface TextFile {
  file: string;
  /** The placeholders of each key. */
  texts: Map<string, string>;
}

function compare(english: TextFile, other: TextFile): string[] {
  const [en, translated] = [english.texts, other.texts];
  return [
    ...missing(en, translated).map((key) => `${other.file} lacks "${key}".`),
    ...missing(translated, en).map((key) => `${english.file} lacks "${key}".`),
    ...[...en.keys()]
      .filter((key) => translated.has(key) && en.get(key) !== translated.get(key))
      .map(
        (key) => `${other.file} fills "${key}" with {${translated.get(key)}}, English with {${en.get(key)}}.`,
      ),
  ];
}

/** Maps each key to its placeholders. Plural forms of one key are one text: they differ between languages. */
function readTexts(root: string, file: string): Map<string, string> {
  const names = new Map<string, Set<string>>();
  for (const [key, text] of flatten(JSON.parse(readFileSync(path.join(root, file), 'utf8')))) {
    const single = key.replace(/_(zero|one|two|few|many|other)$/, '');
    const found = names.get(single) ?? new Set();
    for (const [, name = ''] of text.matchAll(/\{\{-?\s*(\w+)/g)) found.add(name);
    names.set(single, found);
  }
  return new Map([...names].map(([key, found]) => [key, [...found].sort().join(', ')]));
}

function flatten(value: unknown, prefix = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[prefix, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key));
}

function missing(from: Map<string, string>, to: Map<string, string>): string[] {
  return [...from.keys()].filter((key) => !to.has(key));
}
