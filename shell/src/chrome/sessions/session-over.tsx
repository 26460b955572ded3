import { Button } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { awaitingRelogin } from '../../session/awaiting-relogin.ts';
import { leaveSession } from '../../session/expire.ts';
import { Dialog } from '../dialog.tsx';

/** Shown when the session ended with unsaved changes. Closes automatically once another tab has logged in. */
export function SessionOver() {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      title={t('session-over.title')}
      onClose={() => awaitingRelogin.set(false)}
      actions={
        <>
          <Button onClick={leaveSession}>{t('session-over.leave')}</Button>
          <Button type="primary" href="/login?expired=true" target="_blank">
            {t('session-over.log-in')}
          </Button>
        </>
      }
    >
      <p>{t('session-over.text')}</p>
    </Dialog>
  );
}
