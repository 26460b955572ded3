/** Follows an administrator's address only when it is a web address: never `javascript:`. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
