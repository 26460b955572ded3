import { useArea } from '@tollgate/console-sdk';
import { ConfirmAction } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useDeleteSelf } from './personal.data.ts';

/** Asks for the own name, then the account and the session are gone. */
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
        events.emit('session.ended/v1', { reason: 'signed-out' }); // first: who is logged in is led away from the login page
        links.go('shell.login');
      }}
    >
      {t('personal.delete.submit')}
    </ConfirmAction>
  );
}
