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
  const reason = useReadable(awaitingRelogin);
  switch (reason) {
    case 'other-person':
      return <OtherPerson />;
    case 'signed-out':
      return <SignedOut />;
    case 'replaced':
      return <Replaced />;
    default:
      return <SessionEnded />;
  }
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
  const names = useNames();
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

/** Closes automatically once the same person has signed in again. Only then is the page readable. */
function SignedOut() {
  const { t } = useSessionText();
  const names = useNames();
  return (
    <Dialog
      title={t('signed-out.title')}
      actions={
        <>
          <Button onClick={leaveSession}>{t('signed-out.discard')}</Button>
          <Button type="primary" href="/login" target="_blank">
            {t('session-over.log-in')}
          </Button>
        </>
      }
    >
      <p>{t('signed-out.text', names)}</p>
    </Dialog>
  );
}

/** Another person has signed in after the one who typed here signed out. */
function Replaced() {
  const { t } = useSessionText();
  const names = useNames();
  return (
    <Dialog
      title={t('other-person.title', names)}
      actions={<Button onClick={adoptOtherPerson}>{t('replaced.continue', names)}</Button>}
    >
      <p>{t('replaced.text', names)}</p>
    </Dialog>
  );
}

/** The usernames of the person who typed here, and of the one who signed in since: what they sign in with. */
function useNames() {
  const { user } = useSession();
  const other = readStoredUser();
  return { name: other?.username, mine: user?.username };
}
