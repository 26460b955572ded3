import * as z from 'zod/mini';

/** A third-party chat page, as listed in the option `Chats`: `[{ "name": "https://…" }]`. */
export interface ChatLink {
  name: string;
  /** With the placeholders `{key}` and `{address}`. */
  template: string;
  /** Shown in a frame, opened as an app or in a tab, or invalid. */
  kind: 'page' | 'app' | 'broken';
}

/** Parses one entry of the list, which may hold anything. */
export function readChatLink(name: string, template: unknown): ChatLink {
  if (typeof template !== 'string') return { name, template: '', kind: 'broken' };
  return { name, template, kind: kindOf(template) };
}

/**
 * Returns the chats cached in the browser by the last visit, until the site status arrives; `null` when there are none.
 */
export function parseStoredChats(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
}

/** Fills the address of this gateway and a full key (`sk-…`) into the link. */
export function fillChatLink(
  { template }: Pick<ChatLink, 'template'>,
  { address, key }: { address: string; key: string },
): string {
  return template.trim().replaceAll('{address}', encodeURIComponent(address)).replaceAll('{key}', key);
}

/** Classifies a link; one that would run script in this page is broken. */
function kindOf(template: string): ChatLink['kind'] {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(template)?.[1]?.toLowerCase();
  if (scheme === undefined || FORBIDDEN.has(scheme)) return 'broken';
  if (scheme !== 'http' && scheme !== 'https') return 'app';
  const bare = template.replaceAll('{address}', '').replaceAll('{key}', '');
  return z.safeParse(z.url(), bare).success ? 'page' : 'broken';
}

const FORBIDDEN = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'about']);
