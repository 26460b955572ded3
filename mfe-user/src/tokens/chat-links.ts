import { type ChatLink, readChatLink } from '@tollgate/contract';

/** The links of the site, `[{ "name": "https://…" }]`; what leads nowhere is left out. */
export function readChatLinks(chats: unknown): ChatLink[] {
  if (!Array.isArray(chats)) return [];
  const entries = chats.filter((chat: unknown) => typeof chat === 'object' && chat !== null);
  return entries
    .flatMap((chat: object) => Object.entries(chat).map(([name, template]) => readChatLink(name, template)))
    .filter(({ kind }) => kind !== 'broken');
}

/** Opens on a page that cannot reach back. Links of apps have schemes of their own. */
export function openChat(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}
