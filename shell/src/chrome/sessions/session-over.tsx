import { useReadable } from '@tollgate/console-sdk';
import { Button } from '@tollgate/ui/core';
import { awaitingRelogin } from '../../session/awaiting-relogin.ts';
import { expiredPath, leaveSession } from '../../session/expire.ts';
import { adoptOtherPerson } from '../../session/session.ts';
import { readStoredUser } from '../../session/stored-user.ts';
import { useSession } from '../../session/use-session.ts';
import { Dialog } from '../dialog.tsx';
import { useSessionText } from './use-session-text.ts';

/** Shown when the session is over and there are unsaved changes. */
export function SessionOver() {
  return useReadable(awaitingRelogin) === 'other-person' ? <OtherPerson /> : <SessionEnded />;
}

/** Closes automatically once another tab has logged in. */
function SessionEnded() {
  const { t } = useSessionText();
  return (
    <Dialog
      title={t('session-over.title')}
      onClose={() => awaitingRelogin.set(false)}
      actions={
        <>
          <Button onClick={leaveSession}>{t('session-over.leave')}</Button>
          <Button type="primary" href={expiredPath} target="_blank">
            {t('session-over.log-in')}
          </Button>
        </>
      }
    >
      <p>{t('session-over.text')}</p>
    </Dialog>
  );
}

/** Another person has logged in on this browser. What is typed here stays readable, and is never saved as theirs. */
function OtherPerson() {
  const { t } = useSessionText();
  const { user } = useSession();
  const other = readStoredUser();
  const names = { name: other?.display_name || other?.username, mine: user?.display_name || user?.username };
  return (
    <Dialog
      title={t('other-person.title', names)}
      onClose={() => awaitingRelogin.set(false)}
      actions={
        <>
          <Button onClick={() => awaitingRelogin.set(false)}>{t('other-person.stay')}</Button>
          <Button type="primary" onClick={adoptOtherPerson}>
            {t('other-person.continue', names)}
          </Button>
        </>
      }
    >
      <p>{t('other-person.text', names)}</p>
    </Dialog>
  );
}
