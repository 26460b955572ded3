import { useArea } from '@tollgate/console-sdk';
import { IconCheckCircleFill } from '@tollgate/ui/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

const PAUSE_MS = 1500;

interface Props {
  /** Runs after a pause that is long enough to read the message. */
  onLeave?: () => void;
}

/** Confirms the setup, then reloads the console: its data is from before the setup. */
export function SetupDone({ onLeave = openLogin }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { links } = useArea();
  useEffect(() => {
    const timer = setTimeout(onLeave, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [onLeave]);
  return (
    <div className="setup-card setup-done" role="status">
      <IconCheckCircleFill className="setup-done-mark" aria-hidden />
      <h1>{t('setup.done.heading')}</h1>
      <p>{t('setup.done.text')}</p>
      <a href={links.to('shell.login')}>{t('setup.done.link')}</a>
    </div>
  );
}

function openLogin(): void {
  window.location.assign('/login');
}
