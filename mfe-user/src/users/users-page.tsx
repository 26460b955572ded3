import type { User } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, lazyOverlay, PageHeader } from '@tollgate/ui/core';
import { IconUserAdd } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressedUser } from './use-addressed-user.ts';
import { useUserList } from './use-user-list.ts';
import { UsersTable } from './users-table.tsx';
import './users.css';

/** All accounts. Search, filters and page are part of the URL. */
export function UsersPage() {
  const { t } = useTranslation('area.user');
  const list = useUserList();
  const [edited, setEdited] = useState<User | 'new'>();
  const addressed = useAddressedUser();
  const errorMessage = useErrorMessage();
  const shown = edited ?? addressed.user;
  const add = () => setEdited('new');

  function close() {
    setEdited(undefined);
    addressed.leave();
  }

  return (
    <>
      <PageHeader
        title={t('users.title')}
        description={t('users.intro')}
        actions={
          <Button type="primary" icon={<IconUserAdd />} onClick={add}>
            {t('users.add')}
          </Button>
        }
      />
      {addressed.error !== undefined && (
        <Alert type="error" className="users-note" content={errorMessage(addressed.error)} />
      )}
      <UsersTable list={list} onEdit={setEdited} onAdd={add} />
      {shown === 'new' && <UserCreateDrawer onClose={close} />}
      {shown !== undefined && shown !== 'new' && (
        <UserEditDrawer user={shown} isAddressed={!edited} onClose={close} />
      )}
    </>
  );
}

// What opens with a click comes with it: the list is there sooner.
const UserCreateDrawer = lazyOverlay(async () => (await import('./user-create-drawer.tsx')).UserCreateDrawer);
const UserEditDrawer = lazyOverlay(async () => (await import('./user-edit-drawer.tsx')).UserEditDrawer);
