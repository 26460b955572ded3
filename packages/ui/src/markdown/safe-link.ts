/** Safe target of an untrusted link: a page of the console, or a new tab. */
export interface SafeLink {
  kind: 'page' | 'outside';
  to: string;
}

/** Nothing for anything that could run (`javascript:`, `data:`) or that hides where it leads (`//host`, `\\host`). */
export function safeLink(href: string): SafeLink | undefined {
  if (/^\/(?![/\\])/.test(href) || href.startsWith('#')) return { kind: 'page', to: href };
  const url = URL.parse(href);
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined;
  return { kind: 'outside', to: url.href };
}

/** Returns the address of a picture when it is HTTPS or our own. */
export function pictureUrl(href: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return href;
  const url = URL.parse(href);
  const isData = url?.protocol === 'data:' && /^data:image\/(png|jpeg|gif|webp);base64,/.test(url.href);
  return url && (url.protocol === 'https:' || isData) ? url.href : undefined;
}
