import { type UserRow, useRowActions, useRowColumns, useSession } from '@tollgate/console-sdk';
import type { User } from '@tollgate/contract';
import { Button, EmptyState } from '@tollgate/ui/core';
import { DataTable, useLastPage, useRowSelection } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { BulkUserActions } from './bulk-user-actions.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { toQuery, type UserList } from './use-user-list.ts';
import { useUserColumns } from './user-columns.tsx';
import { mayEdit } from './user-rights.ts';
import { useUsers } from './users.data.ts';
import { UsersFilter } from './users-filter.tsx';

interface Props {
  list: UserList;
  onEdit: (user: User) => void;
  onAdd: () => void;
}

export function UsersTable({ list, onEdit, onAdd }: Props) {
  const { t } = useTranslation('area.user');
  const ownRole = useSession().user?.role ?? 0;
  const users = useUsers(toQuery(list), list.isFiltered);
  const columns = useUserColumns();
  const added = useRowColumns('user.user-column/v1', users.data?.items, toRow);
  const actions = useUserActions(onEdit);
  const others = useRowActions('user.user-action/v1');
  const selected = useRowSelection(users.data?.items);
  useLastPage(list, users.data?.total);

  return (
    <>
      <UsersFilter list={list} onSearch={() => void users.mutate()} />
      <DataTable<User>
        label={t('users.title')}
        storageKey="users"
        source={{ ...users, data: users.data, retry: users.mutate }}
        list={list}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        columns={[...columns, ...added]}
        actions={(user) => [
          ...actions(user),
          ...(user.DeletedAt === null ? others.actionsOf(toRow(user)) : []),
        ]}
        onOpen={(user) => mayEdit(ownRole, user) && onEdit(user)}
        selection={{
          rows: selected,
          actions: (users) => <BulkUserActions users={users} onDone={selected.clear} />,
        }}
        empty={
          <EmptyState
            title={t('users.empty.title')}
            action={
              <Button type="primary" onClick={onAdd}>
                {t('users.add')}
              </Button>
            }
          />
        }
      />
      {others.opened}
    </>
  );
}

/** What areas that add actions and columns get of a user. */
function toRow({ id, username }: User): UserRow {
  return { id, username };
}
