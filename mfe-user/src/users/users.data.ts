import { toUpdate, useAction, useData, useRefresh, useWrite } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import {
  createUser,
  getUser,
  type Input,
  listGroups,
  listLimitsOf,
  listUserEntries,
  listUsers,
  manageUser,
  type Output,
  searchUsers,
  type User,
  updateUser,
} from '@tollgate/contract';

export type UserAction = Input<typeof manageUser>['action'];

const lists = [listUsers, searchUsers] as const;

/** Reads the whole list, or the matches of a search. */
export function useUsers(query: Input<typeof searchUsers>, isFiltered: boolean) {
  const { p, page_size } = query;
  const all = useData(listUsers, isFiltered ? null : { p, page_size });
  const found = useData(searchUsers, isFiltered ? query : null);
  return isFiltered ? found : all;
}

/** Reads the current state of one user, because the list may be outdated, or follows what another reader reads. */
export function useUser(id: number | undefined, { follows = false } = {}) {
  return useData(getUser, id === undefined ? null : { id }, {
    revalidateOnFocus: false,
    dedupingInterval: 0,
    ...(follows && { revalidateOnMount: false }),
  });
}

/** The limits that hold for a user, with those of its group and of everybody. */
export function useLimitsOf(id: number) {
  return useData(listLimitsOf, { scope: 'user', scope_id: String(id) });
}

export function useGroupNames() {
  return useData(listGroups, {});
}

export function useStatement(query: Input<typeof listUserEntries>) {
  return useData(listUserEntries, query);
}

export function useCreateUser() {
  return useAction(createUser, { refresh: lists }).run;
}

type Changes = Omit<Input<typeof updateUser>, 'id'>;

/** Announces the change: the console shows users' names. */
export function useUpdateUser(): (shown: User, changes: Changes) => Promise<void> {
  const { run } = useAction(updateUser, { refresh: [...lists, getUser] });
  const { events } = useArea();
  return async ({ id, username, display_name, group, quota }, changes) => {
    if (Object.keys(changes).length === 0) return;
    await run({ id, ...toUpdate({ username, display_name, group, quota }, changes) });
    events.emit('data.changed/v1', { entity: 'user', id });
  };
}

/** Runs one action on a user. The row gets the role and status of the response. */
export function useManageUser(): (user: User, action: UserAction) => Promise<void> {
  const { run } = useAction(manageUser);
  const refresh = useRefresh();
  const write = useWrite();
  const { events } = useArea();
  return async ({ id }, action) => {
    const { role, status } = await run({ id, action });
    const update = (page: Output<typeof listUsers>) => ({
      ...page,
      items: page.items.map((row) => (row.id === id ? { ...row, role, status } : row)),
    });
    await Promise.all(lists.map((list) => write(list, update)));
    if (action === 'delete') await refresh(lists); // only the list shows when a user was deleted
    events.emit('data.changed/v1', { entity: 'user', id });
  };
}
