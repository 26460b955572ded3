import { Role, type User } from '@tollgate/contract';
import { Button, GroupTag, Skeleton, StatusTag } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from './panel.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

export function ProfilePanel({ user }: { user: User | undefined }) {
  const { t } = useTranslation('area.user');
  const [isEditing, setEditing] = useState(false);
  return (
    <Panel
      title={t('personal.profile.title')}
      actions={
        <Button disabled={!user} onClick={() => setEditing(true)}>
          {t('personal.profile.edit')}
        </Button>
      }
    >
      {user ? <Facts user={user} /> : <Skeleton animation text={{ rows: 4 }} />}
      {user && isEditing && <ProfileDialog user={user} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function Facts({ user: { id, username, display_name, role, group } }: { user: User }) {
  const { t } = useTranslation('area.user');
  return (
    <dl className="personal-facts">
      <dt>{t('personal.profile.username')}</dt>
      <dd>{username}</dd>
      <dt>{t('personal.profile.display-name')}</dt>
      <dd>{display_name || username}</dd>
      <dt>{t('personal.profile.id')}</dt>
      <dd>{id}</dd>
      <dt>{t('personal.profile.role')}</dt>
      <dd>
        {role >= Role.admin ? (
          <StatusTag tone="info">{t(role >= Role.root ? 'personal.role.100' : 'personal.role.10')}</StatusTag>
        ) : (
          t('personal.role.1')
        )}
      </dd>
      <dt>{t('personal.profile.group')}</dt>
      <dd>
        <GroupTag name={group} />
      </dd>
    </dl>
  );
}
