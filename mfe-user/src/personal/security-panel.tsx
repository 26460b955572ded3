import type { User } from '@tollgate/contract';
import { Role } from '@tollgate/contract';
import { Button } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessTokenRow } from './access-token.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SessionList } from './session-list.tsx';

/** The user's credentials and sessions, and account deletion. */
export function SecurityPanel({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <ul className="personal-rows">
        <li>
          <Words name="password" />
          <Button size="small" onClick={() => setChanging(true)}>
            {t('personal.password.open')}
          </Button>
        </li>
        <li>
          <AccessTokenRow />
        </li>
        {user.role < Role.root && (
          <li>
            <Words name="delete" />
            <DeleteAccount username={user.username} />
          </li>
        )}
      </ul>
      <SessionList />
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </>
  );
}

function Words({ name }: { name: 'password' | 'delete' }) {
  const { t } = useTranslation('area.user');
  return (
    <span className="personal-row-words">
      <strong>{t(`personal.${name}.title`)}</strong>
      <span className="tg-muted">{t(`personal.${name}.hint`)}</span>
    </span>
  );
}
