/** Text that begins with a tag is HTML; Markdown begins with words. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<!--|<[a-z][\w-]*[\s/>])/i.test(text);
}
