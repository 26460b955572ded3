import { type ChatLink, readChatLink } from '@tollgate/contract';

/**
 * Returns the chat at an index of the list `[{ "name": "https://…" }]`, counted as in the sidebar. Undefined
 * without one.
 */
export function chatAt(chats: unknown, index: number): ChatLink | undefined {
  const entry: unknown = Array.isArray(chats) ? chats[index] : undefined;
  if (typeof entry !== 'object' || entry === null) return undefined;
  const [name = '', template] = Object.entries(entry)[0] ?? [];
  return readChatLink(name, template);
}

/** The link of the redirect page: the site's second one (new-api's `chat_link2`), else the first. */
export function outsideChat(chats: unknown): ChatLink | undefined {
  return chatAt(chats, 1) ?? chatAt(chats, 0);
}
