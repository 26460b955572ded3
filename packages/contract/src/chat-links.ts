import * as z from 'zod/mini';

/** A chat page of somebody else, as the site names it in its option `Chats`: `[{ "name": "https://…" }]`. */
export interface ChatLink {
  name: string;
  /** With `{key}` and `{address}` where they belong. */
  template: string;
  /** Shown in a frame, opened as an app or a site of its own, or of no use. */
  kind: 'page' | 'app' | 'broken';
}

/** One entry of the list, which may hold anything. */
export function readChatLink(name: string, template: unknown): ChatLink {
  if (typeof template !== 'string') return { name, template: '', kind: 'broken' };
  return { name, template, kind: kindOf(template) };
}

/** The chats that the last visit left in the browser, until the site says which there are: `null` where it left none. */
export function parseStoredChats(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
}

/** Puts the address of this gateway and a whole key (`sk-…`) where the link wants them. */
export function fillChatLink(
  { template }: Pick<ChatLink, 'template'>,
  { address, key }: { address: string; key: string },
): string {
  return template.trim().replaceAll('{address}', encodeURIComponent(address)).replaceAll('{key}', key);
}

/** Everything that leads somewhere; what would run in this page does not. */
function kindOf(template: string): ChatLink['kind'] {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(template)?.[1]?.toLowerCase();
  if (scheme === undefined || FORBIDDEN.has(scheme)) return 'broken';
  if (scheme !== 'http' && scheme !== 'https') return 'app';
  const bare = template.replaceAll('{address}', '').replaceAll('{key}', '');
  return z.safeParse(z.url(), bare).success ? 'page' : 'broken';
}

const FORBIDDEN = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'about']);
