import { useArea } from '@tollgate/console-sdk';
import type { User } from '@tollgate/contract';
import { IconCheckCircleFill } from '@tollgate/ui/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

const PAUSE_MS = 1500;

interface Props {
  /** The account that setup created and signed in; absent where the sign-in page has to ask. */
  user?: User | undefined;
  /** Runs after a pause that is long enough to read the message. */
  onLeave?: (address: string) => void;
}

/** Confirms the setup, then reloads the console: its data is from before the setup. */
export function SetupDone({ user, onLeave = open }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { links, events } = useArea();
  const next = links.to(user ? 'logs.dashboard' : 'shell.login');
  useEffect(() => {
    const timer = setTimeout(() => {
      // Last: with another user the shell draws its pages again, and this one would be gone.
      if (user) events.emit('session.started/v1', { user });
      onLeave(next);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [user, events, onLeave, next]);
  return (
    <div className="setup-card setup-done" role="status">
      <IconCheckCircleFill className="setup-done-mark" aria-hidden />
      <h1>{t('setup.done.heading')}</h1>
      <p>{t(user ? 'setup.done.welcome' : 'setup.done.text')}</p>
      <a href={next}>{t(user ? 'setup.done.console' : 'setup.done.link')}</a>
    </div>
  );
}

function open(address: string): void {
  window.location.assign(address);
}
