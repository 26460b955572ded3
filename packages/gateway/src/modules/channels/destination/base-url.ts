/**
 * Returns the address of a channel as adapters append to it: without blanks around it, without a slash at its
 * end, with the scheme in lower case. Schemes have no case (RFC 3986, section 3.1), but code that turns
 * `http` into `ws` compares text.
 */
export function normalizeBaseUrl(text: string): string {
  return text
    .trim()
    .replace(/\/+$/, '')
    .replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
}
