import { useData } from '@tollgate/api-client';
import {
  type ChatLink,
  fillChatLink,
  getStatus,
  listTokens,
  parseStoredChats,
  TokenStatus,
} from '@tollgate/contract';
import { readLocal } from '@tollgate/ui/core';

/** How many tokens are searched for an enabled one. */
const TOKENS = 100;

/** The chats of the site (those of the last visit while loading), and the base URL for programs. */
export function useSite(): { chats: unknown; address: string; isKnown: boolean } {
  const { data, error } = useData(getStatus, {}, { revalidateIfStale: false });
  return {
    chats: data ? data.chats : parseStoredChats(readLocal('chats') ?? null),
    address: (data?.server_address || location.origin).replace(/\/+$/, ''),
    isKnown: data !== undefined || error !== undefined,
  };
}

/** State of a chat with its data. */
export type ChatState =
  | { step: 'loading' }
  | { step: 'failed'; error: unknown; retry: () => unknown }
  | { step: 'no-link' }
  | { step: 'broken' }
  | { step: 'no-token' }
  | { step: 'ready'; link: ChatLink; url: string };

/** Returns the chat that `choose` selects, filled with the user's first enabled token. */
export function useChat(choose: (chats: unknown) => ChatLink | undefined): ChatState {
  const { chats, address, isKnown } = useSite();
  const link = choose(chats);
  const isUsable = link !== undefined && link.kind !== 'broken';
  const tokens = useData(listTokens, isUsable ? { p: 0, size: TOKENS } : null, { revalidateOnFocus: false });
  if (!link) return isKnown ? { step: 'no-link' } : { step: 'loading' };
  if (!isUsable) return { step: 'broken' };
  if (tokens.error && !tokens.data)
    return { step: 'failed', error: tokens.error, retry: () => tokens.mutate() };
  if (!tokens.data || !isKnown) return { step: 'loading' };
  const token = tokens.data.find(({ status, key }) => status === TokenStatus.enabled && key !== '');
  if (!token) return { step: 'no-token' };
  return { step: 'ready', link, url: fillChatLink(link, { address, key: `sk-${token.key}` }) };
}
