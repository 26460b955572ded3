/** Where a link of a text that nobody vouches for may lead: to a page of the console, or out in a new tab. */
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

/** The address of a picture: a secure one, or one of ours. */
export function pictureUrl(href: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return href;
  const url = URL.parse(href);
  const isData = url?.protocol === 'data:' && /^data:image\/(png|jpeg|gif|webp);base64,/.test(url.href);
  return url && (url.protocol === 'https:' || isData) ? url.href : undefined;
}
