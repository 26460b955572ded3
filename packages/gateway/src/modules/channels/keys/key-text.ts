/**
 * Removes invisible characters from a new key: zero-width ones anywhere, white space at both ends of each
 * line, and empty lines. A text with nothing else is no key, and becomes the empty text.
 */
export function tidyKeyText(text: string): string {
  return removeInvisible(text)
    .split('\n')
    .map((line) => line.replace(BLANK_START, '').replace(BLANK_END, ''))
    .filter(Boolean)
    .join('\n');
}

/** Removes zero-width characters: a document keeps its lines and blanks. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Zero-width characters, fillers, marks of direction and the byte order mark. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** White space of any script, control characters, and the Braille pattern without dots. */
const BLANK_START = /^[\p{White_Space}\p{Cc}\u2800]+/u;
const BLANK_END = /[\p{White_Space}\p{Cc}\u2800]+$/u;
