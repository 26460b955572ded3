import { download } from '@tollgate/api-client';
import { exportUsers, Role, UserStatus } from '@tollgate/contract';
import { Button } from '@tollgate/ui/core';
import { ExportButton, FilterBar } from '@tollgate/ui/data';
import { IconSearch } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { toFilters, type UserFilters, type UserList } from './use-user-list.ts';
import { useGroupNames } from './users.data.ts';

interface Props {
  list: UserList;
  /** Reloads the list with the typed filters. */
  onSearch: () => void;
}

export function UsersFilter({ list, onSearch }: Props) {
  const { t } = useTranslation('area.user');
  const groups = useGroupNames();
  const all = { value: '', label: t('common:answer.all') };
  const choose = (numbers: number[], section: string) => [
    all,
    ...numbers.map((number) => ({ value: String(number), label: t(`users.${section}.${number}`) })),
  ];
  return (
    <FilterBar<UserFilters>
      list={list}
      search={{ name: 'keyword', placeholder: t('users.filter.search') }}
      fields={[
        {
          name: 'group',
          label: t('users.field.group'),
          options: [all, ...(groups.data ?? []).map((name) => ({ value: name, label: name }))],
        },
        {
          name: 'role',
          label: t('users.field.role'),
          options: choose([Role.user, Role.admin, Role.root], 'role'),
        },
        {
          name: 'status',
          label: t('users.field.status'),
          options: choose(Object.values(UserStatus), 'status'),
        },
      ]}
      actions={
        <>
          <Button icon={<IconSearch />} onClick={onSearch}>
            {t('common:action.search')}
          </Button>
          <ExportButton fetchFile={(format) => download(exportUsers, { format, ...toFilters(list) })} />
        </>
      }
    />
  );
}
