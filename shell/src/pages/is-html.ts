/** What begins with a tag was written as HTML; Markdown begins with words. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<!--|<[a-z][\w-]*[\s/>])/i.test(text);
}
