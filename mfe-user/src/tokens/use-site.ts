import { useData } from '@tollgate/api-client';
import { type ChatLink, getStatus, parseStoredChats } from '@tollgate/contract';
import { readLocal } from '@tollgate/ui/core';
import { readChatLinks } from './chat-links.ts';

/** Returns the base URL for programs, and the chat pages of the site. */
export function useSite(): { address: string; chats: ChatLink[] } {
  const { data } = useData(getStatus, {}, { revalidateIfStale: false });
  return {
    address: (data?.server_address || location.origin).replace(/\/+$/, ''),
    chats: readChatLinks(data ? data.chats : parseStoredChats(readLocal('chats') ?? null)),
  };
}
