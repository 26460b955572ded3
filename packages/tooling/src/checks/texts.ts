import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Checks that every text exists in Chinese and in English, with the same placeholders. */
export function checkTexts(root: string): { complaints: string[]; note: string } {
  const files = globSync(
    ['{shell,mfe-*,packages/*}/src/**/en.json', '{shell,mfe-*,packages/*}/src/**/en/*.json'],
    {
      cwd: root,
    },
  );
  let texts = 0;
  const complaints = files.flatMap((english) => {
    const chinese = english.replace(/en(\.json|\/[^/]+\.json)$/, 'zh$1');
    if (!existsSync(path.join(root, chinese))) return [`${chinese} is missing.`];
    const [en, zh] = [readTexts(root, english), readTexts(root, chinese)];
    texts += en.size;
    return [
      ...missing(en, zh).map((key) => `${chinese} lacks "${key}".`),
      ...missing(zh, en).map((key) => `${english} lacks "${key}".`),
      ...[...en.keys()]
        .filter((key) => zh.has(key) && en.get(key) !== zh.get(key))
        .map((key) => `${chinese} fills "${key}" with {${zh.get(key)}}, English with {${en.get(key)}}.`),
    ];
  });
  return { complaints, note: `${texts} texts in 2 languages` };
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
