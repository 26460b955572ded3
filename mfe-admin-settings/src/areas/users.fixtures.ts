import type { Output, searchUsers } from '@tollgate/contract';

type FoundUser = Output<typeof searchUsers>['items'][number];

/** Users as returned by the gateway's search. */
export function makeUsers(...names: [id: number, username: string][]): Output<typeof searchUsers> {
  const items = names.map(([id, username]) => ({ id, username, display_name: username }) as FoundUser);
  return { items, total: items.length, page: 1, page_size: 10, next_cursor: null };
}
