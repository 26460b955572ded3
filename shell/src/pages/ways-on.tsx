import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useConsoleStart } from '../chrome/sidebar/use-console-start.ts';
import { useSession } from '../session/use-session.ts';

/** Links of a message page: the console for signed-in users, and home for everybody. */
export function WaysOn() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const consoleStart = useConsoleStart();
  return (
    <>
      {user && (
        <Link className="sh-button sh-button-primary" to={consoleStart}>
          {t('ways-on.console')}
        </Link>
      )}
      <Link className={user ? 'sh-button' : 'sh-button sh-button-primary'} to="/">
        {t('ways-on.home')}
      </Link>
    </>
  );
}
