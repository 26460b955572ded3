import { type ChatLink, readChatLink } from '@tollgate/contract';

/**
 * The chat at a place of the list `[{ "name": "https://…" }]`, counted as the sidebar counts. Undefined where there is none.
 */
export function chatAt(chats: unknown, index: number): ChatLink | undefined {
  const entry: unknown = Array.isArray(chats) ? chats[index] : undefined;
  if (typeof entry !== 'object' || entry === null) return undefined;
  const [name = '', template] = Object.entries(entry)[0] ?? [];
  return readChatLink(name, template);
}

/** The link for the redirect page: the second one of the site, which the wire calls `chat_link2`, else the first. */
export function outsideChat(chats: unknown): ChatLink | undefined {
  return chatAt(chats, 1) ?? chatAt(chats, 0);
}
