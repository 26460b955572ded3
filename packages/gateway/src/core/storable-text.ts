/**
 * At most `length` characters of an external text in a form that every database stores: no half characters,
 * and no null characters, which PostgreSQL refuses.
 */
export function storableText(text: string, length: number): string {
  const short = text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
  return (short.includes('\0') ? short.replaceAll('\0', '\ufffd') : short).toWellFormed();
}
