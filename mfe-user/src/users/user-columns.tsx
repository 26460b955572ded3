import { type User, UserStatus } from '@tollgate/contract';
import { GroupTag, StatusTag, useFormat, useIsMobile } from '@tollgate/ui/core';
import { type DataColumn, IdDot } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { RoleTag } from './role-tag.tsx';

export function useUserColumns(): DataColumn<User>[] {
  const { t } = useTranslation('area.user');
  return [
    {
      key: 'id',
      title: t('users.field.id'),
      render: ({ id }) => <span className="tg-mono">{id}</span>,
    },
    {
      key: 'username',
      title: t('users.field.username'),
      mobile: 'title',
      render: (user) => <Name user={user} />,
    },
    {
      key: 'group',
      title: t('users.field.group'),
      render: ({ group }) => <GroupTag name={group} />,
    },
    {
      key: 'stats',
      title: t('users.field.stats'),
      numeric: true,
      mobile: 'fact',
      render: (user) => <Stats user={user} />,
    },
    { key: 'invites', title: t('users.field.invites'), render: (user) => <Invites user={user} /> },
    {
      key: 'role',
      title: t('users.field.role'),
      mobile: 'fact',
      render: ({ role }) => <RoleTag role={role} />,
    },
    {
      key: 'status',
      title: t('users.field.status'),
      mobile: 'fact',
      render: (user) => <Status user={user} />,
    },
  ];
}

function Name({ user: { id, username, display_name, email } }: { user: User }) {
  const isMobile = useIsMobile();
  const second = [display_name !== username && display_name, email].filter(Boolean).join(' · ');
  if (isMobile)
    return (
      <>
        <IdDot id={id} /> {username}
      </>
    );
  return (
    <span className="users-cell users-name">
      <span title={username}>
        <IdDot id={id} /> {username}
      </span>
      {second && <small title={second}>{second}</small>}
    </span>
  );
}

/** Amber once nothing is left: money that needs attention. */
function Stats({ user: { quota, held_quota: held = 0, used_quota, request_count } }: { user: User }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const isMobile = useIsMobile();
  const used = { used: format.quota(used_quota), value: format.count(request_count), count: request_count };
  return (
    <span className="users-cell users-whole tg-number">
      <span className={quota <= 0 ? 'users-attention' : undefined}>{format.quota(quota)}</span>
      {held > 0 && <small>{t('users.held', { amount: format.quota(held) })}</small>}
      {!isMobile && <small>{t('users.stats', used)}</small>}
    </span>
  );
}

function Invites({ user: { aff_count, aff_history_quota, inviter_id } }: { user: User }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return (
    <span className="users-cell users-whole tg-number">
      {aff_count > 0 && (
        <span>
          {t('users.invited', { count: aff_count, value: format.count(aff_count) })}
          {aff_history_quota > 0 && ` · ${t('users.earned', { quota: format.quota(aff_history_quota) })}`}
        </span>
      )}
      <small>{inviter_id === 0 ? t('users.no-inviter') : t('users.inviter', { id: inviter_id })}</small>
    </span>
  );
}

/** Deleted users are distinguished from banned ones. */
function Status({ user: { status, DeletedAt } }: { user: User }) {
  const { t } = useTranslation('area.user');
  if (DeletedAt !== null)
    return (
      <StatusTag tone="danger" hint={t('users.deleted-hint')}>
        {t('users.deleted')}
      </StatusTag>
    );
  if (status === UserStatus.enabled) return <StatusTag tone="success">{t('users.status.1')}</StatusTag>;
  if (status === UserStatus.disabled)
    return (
      <StatusTag tone="warning" hint={t('users.banned-hint')}>
        {t('users.status.2')}
      </StatusTag>
    );
  return <StatusTag tone="neutral">{t('users.status.3')}</StatusTag>;
}
