/** A chat page of somebody else, as the site names it. */
export interface ChatLink {
  name: string;
  /** With `{key}` and `{address}` where they belong. */
  template: string;
  /** Shown in a frame, opened as an app or a site of its own, or of no use. */
  kind: 'page' | 'app' | 'broken';
}

/**
 * The chat at a place of the list `[{ "name": "https://…" }]`, counted as the sidebar counts. Undefined where there is none.
 */
export function chatAt(chats: unknown, index: number): ChatLink | undefined {
  const entry: unknown = Array.isArray(chats) ? chats[index] : undefined;
  if (typeof entry !== 'object' || entry === null) return undefined;
  const [name = '', template] = Object.entries(entry)[0] ?? [];
  if (typeof template !== 'string') return { name, template: '', kind: 'broken' };
  return { name, template, kind: kindOf(template) };
}

/** The link for the redirect page: the second one of the site, which the wire calls `chat_link2`, else the first. */
export function outsideChat(chats: unknown): ChatLink | undefined {
  return chatAt(chats, 1) ?? chatAt(chats, 0);
}

/** The chats that the last visit saw, until the site says which there are. */
export function readStoredChats(): unknown {
  try {
    return JSON.parse(localStorage.getItem('chats') ?? '[]');
  } catch {
    return [];
  }
}

/** Puts the address of this gateway and a whole key (`sk-…`) where the link wants them. */
export function fillChatLink(
  { template }: ChatLink,
  { address, key }: { address: string; key: string },
): string {
  return template.trim().replaceAll('{address}', encodeURIComponent(address)).replaceAll('{key}', key);
}

/** Everything that leads somewhere; what would run in this page does not. */
function kindOf(template: string): ChatLink['kind'] {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(template)?.[1]?.toLowerCase();
  if (scheme === undefined || FORBIDDEN.has(scheme)) return 'broken';
  if (scheme !== 'http' && scheme !== 'https') return 'app';
  return URL.canParse(template.trim().replaceAll('{address}', '').replaceAll('{key}', ''))
    ? 'page'
    : 'broken';
}

const FORBIDDEN = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'about']);
