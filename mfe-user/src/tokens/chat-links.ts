import { type ChatLink, readChatLink } from '@tollgate/contract';

/** Returns the links of the site, `[{ "name": "https://…" }]`, without broken ones. */
export function readChatLinks(chats: unknown): ChatLink[] {
  if (!Array.isArray(chats)) return [];
  const entries = chats.filter((chat: unknown) => typeof chat === 'object' && chat !== null);
  return entries
    .flatMap((chat: object) => Object.entries(chat).map(([name, template]) => readChatLink(name, template)))
    .filter(({ kind }) => kind !== 'broken');
}

/** Opens a tab without opener. Links of apps have their own schemes. */
export function openChat(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}
