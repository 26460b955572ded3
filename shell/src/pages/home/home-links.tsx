import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useConsoleStart } from '../../chrome/sidebar/use-console-start.ts';
import { useHasPage } from '../../chrome/use-has-page.ts';
import { useSession } from '../../session/use-session.ts';
import { useStatus } from '../../status/status-context.ts';
import { isWebAddress } from '../../web-address.ts';

/** The next steps from the home page. */
export function HomeLinks() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const { docs_link: docs, register_enabled: isOpen, self_use_mode_enabled: isSelfUse } = useStatus();
  const start = isOpen && !isSelfUse ? '/register' : '/login';
  const consoleStart = useConsoleStart();
  const hasPage = useHasPage();
  return (
    <div className="sh-home-links">
      <Link className="sh-button sh-button-primary" to={user ? consoleStart : start}>
        {user ? t('home.open-console') : t(start === '/login' ? 'home.sign-in' : 'home.get-started')}
      </Link>
      {hasPage('/pricing') && (
        <Link className="sh-button" to="/pricing">
          {t('home.pricing')}
        </Link>
      )}
      {isWebAddress(docs) && (
        <a className="sh-button" href={docs} target="_blank" rel="noopener noreferrer">
          {t('home.docs')}
        </a>
      )}
    </div>
  );
}
