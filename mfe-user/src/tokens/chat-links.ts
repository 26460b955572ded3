/** A chat page of somebody else that can be opened with a key. */
export interface ChatLink {
  name: string;
  /** With `{key}` and `{address}` where they belong. */
  template: string;
}

/** The links of the site, `[{ "name": "https://…" }]`; what is no link is left out. */
export function readChatLinks(chats: unknown): ChatLink[] {
  if (!Array.isArray(chats)) return [];
  return chats.flatMap((chat: unknown) =>
    typeof chat === 'object' && chat !== null
      ? Object.entries(chat).flatMap(([name, template]) =>
          typeof template === 'string' && isOpenable(template) ? [{ name, template }] : [],
        )
      : [],
  );
}

/** The chats that the last visit saw, until the site says which there are. */
export function readStoredChats(): unknown {
  try {
    return JSON.parse(localStorage.getItem('chats') ?? '[]');
  } catch {
    return [];
  }
}

export function fillChatLink(
  { template }: ChatLink,
  { address, key }: { address: string; key: string },
): string {
  return template.replaceAll('{address}', encodeURIComponent(address)).replaceAll('{key}', key);
}

/** Opens on a page that cannot reach back. Links of apps have schemes of their own. */
export function openChat(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}

/** Everything that leads somewhere; what would run in this page does not. */
function isOpenable(template: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(template)?.[1]?.toLowerCase();
  return scheme !== undefined && !['javascript', 'data', 'vbscript', 'blob', 'file'].includes(scheme);
}
