import { IconLaunch } from '@tollgate/ui/icons';
import { Link, NavLink } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../app/find-page.ts';
import { usePage } from '../../app/use-page.ts';
import { useStatus } from '../../status/status-context.ts';
import { isWebAddress } from '../../web-address.ts';
import { useConsoleStart } from '../sidebar/use-console-start.ts';
import { useHasPage } from '../use-has-page.ts';

/** Home, console, pricing, docs and about; pricing and docs only when they exist. */
export function SiteLinks() {
  const { t } = useTranslation('shell');
  const { docs_link: docs } = useStatus();
  const consoleStart = useConsoleStart();
  const hasPage = useHasPage();
  const page = usePage();
  return (
    <>
      <NavLink className="sh-site-link" to="/" end>
        {t('header.home')}
      </NavLink>
      <Link
        className="sh-site-link"
        to={consoleStart}
        aria-current={isConsolePage(page) ? 'page' : undefined}
      >
        {t('header.console')}
      </Link>
      {hasPage('/pricing') && (
        <NavLink className="sh-site-link" to="/pricing">
          {t('header.pricing')}
        </NavLink>
      )}
      {isWebAddress(docs) && (
        <a className="sh-site-link" href={docs} target="_blank" rel="noopener noreferrer">
          {t('header.docs')}
          <IconLaunch aria-hidden />
          <span className="tg-visually-hidden">{t('header.opens-new-tab')}</span>
        </a>
      )}
      <NavLink className="sh-site-link" to="/about">
        {t('header.about')}
      </NavLink>
    </>
  );
}

/** Pages that require an account belong to the console; prices and setup do not. */
function isConsolePage(page: Page): boolean {
  return page.kind === 'area' && page.route.access !== 'public';
}
