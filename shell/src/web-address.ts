/** Addresses that an administrator typed are followed only where they lead to the web: never `javascript:`. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
