/**
 * At most `length` characters of a text from outside, as every database keeps them: none is cut in half, and PostgreSQL
 * refuses the null character.
 */
export function storableText(text: string, length: number): string {
  const short = text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
  return (short.includes('\0') ? short.replaceAll('\0', '\ufffd') : short).toWellFormed();
}
