import { useData } from '@tollgate/api-client';
import {
  type ChatLink,
  fillChatLink,
  getStatus,
  listTokens,
  parseStoredChats,
  TokenStatus,
} from '@tollgate/contract';

/** How many tokens are looked through for one that may be used. */
const TOKENS = 100;

/** The chats of the site, of the last visit until they are known, and where programs call this gateway. */
export function useSite(): { chats: unknown; address: string; isKnown: boolean } {
  const { data, error } = useData(getStatus, {}, { revalidateIfStale: false });
  return {
    chats: data ? data.chats : parseStoredChats(localStorage.getItem('chats')),
    address: (data?.server_address || location.origin).replace(/\/+$/, ''),
    isKnown: data !== undefined || error !== undefined,
  };
}

/** Where a chat stands with what it needs. */
export type ChatState =
  | { step: 'loading' }
  | { step: 'failed'; error: unknown; retry: () => unknown }
  | { step: 'no-link' }
  | { step: 'broken' }
  | { step: 'no-token' }
  | { step: 'ready'; link: ChatLink; url: string };

/** The chat that `choose` picks, filled with the first own token that is enabled. */
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
