import { useArea, useSession } from '@tollgate/console-sdk';
import type { User } from '@tollgate/contract';
import { type ConfirmOptions, useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import {
  IconArrowDown,
  IconArrowUp,
  IconDelete,
  IconEdit,
  IconHistory,
  IconList,
  IconPlayCircle,
  IconStop,
} from '@tollgate/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsFor, isLocked, mayEdit } from './user-rights.ts';
import { type UserAction, useManageUser } from './users.data.ts';

/** Returns the actions for a user of the list, by the roles of both. */
export function useUserActions(onEdit: (user: User) => void): (user: User) => RowAction[] {
  const { t } = useTranslation('area.user');
  const { links } = useArea();
  const ownRole = useSession().user?.role ?? 0;
  const manage = useManage();

  return (user) => {
    if (user.DeletedAt !== null) return [];
    const { id, username } = user;
    const logs: RowAction = {
      key: 'logs',
      label: t('users.action.logs'),
      icon: <IconHistory />,
      onClick: () => links.go('logs.usage', { username }),
    };
    if (!mayEdit(ownRole, user)) return [logs];
    return [
      {
        key: 'edit',
        label: t('users.action.edit'),
        icon: <IconEdit />,
        visible: true,
        onClick: () => onEdit(user),
      },
      {
        key: 'statement',
        label: t('users.action.statement'),
        icon: <IconList />,
        onClick: () => links.go('user.statement', { id }),
      },
      logs,
      ...actionsFor(ownRole, user).map((action) => manage(user, action)),
    ];
  };
}

function useManage(): (user: User, action: UserAction) => RowAction {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const manage = useManageUser();

  return (user, action) => {
    const { username } = user;
    const ask = (): ConfirmOptions => ({
      title: t(`users.${action}.title`, { username }),
      content: t(`users.${action}.content`),
      okText: t(`users.action.${action}`),
      danger: action === 'disable' || action === 'delete',
      ...(action === 'delete' && { typedName: username }),
    });
    return {
      key: action,
      label: t(`users.action.${action}`),
      icon: icons[action],
      danger: action === 'delete',
      disabled: action === 'enable' && isLocked(user),
      onClick: async () => {
        await manage(user, action);
        toast.success(t(`users.${action}.done`, { username }));
      },
      ...(action !== 'enable' && { confirm: ask() }),
    };
  };
}

const icons: Record<UserAction, ReactNode> = {
  promote: <IconArrowUp />,
  demote: <IconArrowDown />,
  enable: <IconPlayCircle />,
  disable: <IconStop />,
  delete: <IconDelete />,
};
