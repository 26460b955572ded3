import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie, type ITrie, parseDictionary } from 'cspell-trie-lib';

const require = createRequire(import.meta.url);

/** Finds words that neither the dictionaries of cspell nor the project's list know. */
export class Spelling {
  readonly #dictionaries: ITrie[];
  /** The same words occur thousands of times. */
  readonly #known = new Map<string, boolean>();

  constructor(words: readonly string[]) {
    this.#dictionaries = [
      decodeTrie(readDictionary('@cspell/dict-en_us', 'en_US.trie.gz')),
      ...['softwareTerms.txt.gz', 'software-tools.txt', 'networkingTerms.txt', 'computing-acronyms.txt'].map(
        (file) =>
          parseDictionary(readDictionary('@cspell/dict-software-terms', `dict/${file}`).toString(), {
            split: true,
          }),
      ),
      parseDictionary([...words], { split: false }),
    ];
  }

  /** Returns the unknown words of a text, as they are written. */
  findUnknown(text: string): string[] {
    return wordsOf(text).filter((word) => !this.#isKnown(word));
  }

  #isKnown(word: string): boolean {
    const before = this.#known.get(word);
    if (before !== undefined) return before;
    const forms = [word, word.toLowerCase(), word.toLowerCase().replace(/'s?$/, '')];
    const isKnown = forms.some((form) =>
      this.#dictionaries.some((dictionary) => dictionary.hasWord(form, false)),
    );
    this.#known.set(word, isKnown);
    return isKnown;
  }
}

/** Words of four letters and more. Names of code and acronyms (`baseURL`, `SQL`, `0x1f`) are not words. */
function wordsOf(text: string): string[] {
  return (text.replaceAll('’', "'").match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []).filter((word) =>
    /^\p{Script=Latin}[\p{Ll}']{3,}$/u.test(word),
  );
}

function readDictionary(name: string, file: string): Buffer<ArrayBuffer> {
  const folder = path.dirname(require.resolve(name));
  const bytes = readFileSync(path.join(folder, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
