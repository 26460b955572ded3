import { call } from '@tollgate/api-client';
import { searchChannels, searchTokens, searchUsers } from '@tollgate/contract';

export interface FoundRecord {
  kind: 'token' | 'channel' | 'user';
  id: number;
  name: string;
  hint: string;
  to: string;
}

/** Enough of each kind to recognize the right one; a longer query narrows it. */
const OF_EACH_KIND = 5;

/** Finds own tokens, and for admins channels and users. Leaves out a kind that cannot be read. */
export async function findRecords(
  keyword: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<FoundRecord[]> {
  const searches = isAdmin ? [findTokens, findChannels, findUsers] : [findTokens];
  const found = await Promise.allSettled(searches.map((search) => search(keyword)));
  return found.flatMap((result) =>
    result.status === 'fulfilled' ? result.value.slice(0, OF_EACH_KIND) : [],
  );
}

async function findTokens(keyword: string): Promise<FoundRecord[]> {
  const tokens = await call(searchTokens, { keyword });
  return tokens.map(({ id, name }) => ({
    kind: 'token',
    id,
    name,
    hint: `#${id}`,
    to: `/token?keyword=${encodeURIComponent(name)}`,
  }));
}

async function findChannels(keyword: string): Promise<FoundRecord[]> {
  const channels = await call(searchChannels, { keyword });
  return channels.map(({ id, name }) => ({
    kind: 'channel',
    id,
    name,
    hint: `#${id}`,
    to: `/channel/edit/${id}`,
  }));
}

async function findUsers(keyword: string): Promise<FoundRecord[]> {
  const { items } = await call(searchUsers, { keyword, page_size: OF_EACH_KIND });
  return items.map(({ id, username, display_name: name }) => ({
    kind: 'user',
    id,
    name: name && name !== username ? `${username} (${name})` : username,
    hint: `#${id}`,
    to: `/user/edit/${id}`,
  }));
}
