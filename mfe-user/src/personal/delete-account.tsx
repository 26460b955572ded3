import { useArea } from '@tollgate/console-sdk';
import { ConfirmAction } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useDeleteSelf } from './personal.data.ts';

/** Confirms with the user's own name, then deletes the account and the session. */
export function DeleteAccount({ username }: { username: string }) {
  const { t } = useTranslation('area.user');
  const { events, links } = useArea();
  const remove = useDeleteSelf();
  return (
    <ConfirmAction
      size="small"
      danger
      title={t('personal.delete.confirm')}
      content={t('personal.delete.content')}
      okText={t('personal.delete.submit')}
      typedName={username}
      done={t('personal.delete.done')}
      onConfirm={async () => {
        await remove({});
        events.emit('session.ended/v1', { reason: 'signed-out' }); // first: the login page redirects signed-in users
        links.go('shell.login');
      }}
    >
      {t('personal.delete.submit')}
    </ConfirmAction>
  );
}
