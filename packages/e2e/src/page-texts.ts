import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '@tollgate/contract';

type Texts = { [key: string]: string | Texts };

const repository = path.resolve(import.meta.dirname, '../../..');
const sources = ['shell/src', 'mfe-*/src', 'packages/i18n/src'];
const texts = { en: readTexts('en'), zh: readTexts('zh') };
const keys = new Set(texts.en.map(([key]) => key).filter((key) => key.includes('.')));
const englishPatterns = patternsOf(texts.en, texts.zh);

/**
 * Returns wrong texts of the page, each once: missing keys, Chinese characters on an English page, and texts
 * of the English console on a Chinese page. User content must be in Latin letters and must not equal a
 * console text.
 */
export async function findForeignTexts(page: Page, language: Language): Promise<string[]> {
  const seen = [...new Set(await page.evaluate(readPage))];
  return seen.filter((text) => hasRawKey(text) || isForeign(text, language));
}

function hasRawKey(text: string): boolean {
  return (text.match(/[\w-]+(\.[\w-]+)+/g) ?? []).some((word) => keys.has(word));
}

function isForeign(text: string, language: Language): boolean {
  if (language === 'en') return /\p{Script=Han}/u.test(text);
  return englishPatterns.some((pattern) => pattern.test(text));
}

/** Keys and texts of shell and areas. */
function readTexts(language: Language): [key: string, text: string][] {
  const files = sources.flatMap((source) =>
    globSync([`${source}/**/i18n/${language}.json`, `${source}/locales/${language}/*.json`], {
      cwd: repository,
    }),
  );
  if (files.length === 0) throw new Error(`no texts in ${language}`);
  return files.flatMap((file) =>
    flatten(JSON.parse(readFileSync(path.join(repository, file), 'utf8')) as Texts),
  );
}

function flatten(part: Texts, prefix = ''): [string, string][] {
  return Object.entries(part).flatMap(([name, value]): [string, string][] => {
    const key = prefix + name;
    return typeof value === 'string' ? [[key, value]] : flatten(value, `${key}.`);
  });
}

/**
 * Whole texts, with a wildcard for each value. Skips texts without words, which have no language. "Token" is a word of
 * Chinese texts too.
 */
function patternsOf(english: readonly [string, string][], chinese: readonly [string, string][]): RegExp[] {
  const shared = new Set(chinese.map(([, text]) => text));
  return [...new Set(english.map(([, text]) => text))]
    .filter((text) => !shared.has(text) && /[A-Za-z]{3}/.test(text.replace(/{{.*?}}|\bTokens?\b/g, '')))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/{{.*?}}/)
            .map(literally)
            .join('.+')}$`,
          's',
        ),
    );
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Runs in the page. Returns its texts and accessible names, except language names, which are in their own language. */
function readPage(): string[] {
  const texts: string[] = [document.title];
  const ownLanguage = document.documentElement.lang;
  const isOwn = (element: Element) => element.closest('[lang]')?.getAttribute('lang') === ownLanguage;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, textContent } = node;
    if (!parentElement || parentElement.matches('script, style, textarea')) continue;
    if (isOwn(parentElement)) texts.push(textContent ?? '');
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (isOwn(element)) texts.push(element.getAttribute(name) ?? '');
  return texts.map((text) => text.trim()).filter(Boolean);
}
