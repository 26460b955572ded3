/**
 * Returns a filter for bytes of a JSON text: false means that no string in it contains one of the words, however
 * large letters are written. Undefined when a word may be written in several ways that the bytes do not show.
 *
 * It reads the bytes once. Parsing a large prompt and collecting its texts takes four times as long.
 *
 * @param words in small letters
 * @param occurIn searches a text for any of some words, ignoring case
 */
export function createJsonFilter(
  words: readonly string[],
  occurIn: (needles: readonly string[]) => (text: string) => boolean,
): ((json: Buffer) => boolean) | undefined {
  if (!words.every(isWrittenOneWay)) return undefined;
  // Small letters of bytes: the search makes small letters of the bytes of characters, too.
  const needles = words.map((word) => Buffer.from(word).toString('latin1').toLowerCase());
  const find = needles.length <= MAX_WORDS_FOR_PATTERN ? patternOf(needles) : occurIn(needles);
  const overlap = Math.max(0, ...needles.map(({ length }) => length - 1));
  return (json) => {
    if (OTHER_WAYS.some((other) => json.includes(other))) return true;
    for (let from = 0; from < json.length; from += PIECE_BYTES)
      if (find(json.toString('latin1', from, from + PIECE_BYTES + overlap))) return true;
    return false;
  };
}

/** For the bytes of latin1, a pattern that ignores case finds what a search in small letters does. */
function patternOf(needles: readonly string[]): (text: string) => boolean {
  if (needles.length === 0) return () => false;
  const pattern = new RegExp(needles.map((needle) => needle.replace(/\W/g, '\\$&')).join('|'), 'i');
  return (text) => pattern.test(text);
}

/** Up to this many words, one pattern is faster than an automaton; for one word it skips most of the text. */
const MAX_WORDS_FOR_PATTERN = 16;

/** Without characters that JSON escapes or may escape, and without other large letters than A to Z. */
function isWrittenOneWay(word: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON escapes
  if (/[\u0000-\u001f"\\/\u007f\ufffd\ud800-\udfff]/.test(word)) return false;
  return [...word].every((letter) => letter < '\u0080' || letter.toUpperCase() === letter);
}

/** Strings up to this length are cheap to collect. */
const PIECE_BYTES = 32 * 1024;

/** An escaped character, and the bytes of the characters outside of ASCII whose small letters are `k` and `i`. */
const OTHER_WAYS = ['\\u', '\u212a', '\u0130'].map((text) => Buffer.from(text));
