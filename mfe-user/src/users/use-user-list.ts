import { type ListState, useListState } from '@tollgate/ui/data';

export type UserFilters = {
  /** Part of a name, e-mail or display name, or a whole id. */
  keyword: string;
  group: string;
  /** Number of a role; empty means all. */
  role: string;
  /** Number of a status; empty means all. */
  status: string;
};

export type UserList = ListState<UserFilters>;

/** Search, filters and page of the list, kept in the URL. */
export function useUserList(): UserList {
  return useListState<UserFilters>({
    filters: { keyword: '', group: '', role: '', status: '' },
  });
}

/** Returns the query for the server. */
export function toQuery(list: UserList) {
  return { p: list.page, page_size: list.pageSize, ...toFilters(list) };
}

/** Returns the filters that are set. */
export function toFilters({ filters }: UserList): Partial<UserFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}
