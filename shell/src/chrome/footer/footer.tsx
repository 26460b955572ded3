import { versionLabel } from '@tollgate/contract';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../status/status-context.ts';
import { useSystemName } from '../../status/use-system-name.ts';
import { SafeHtml } from './safe-html.tsx';
import { useFooterHtml } from './use-footer-html.ts';
import './footer.css';

/** The site's own footer, else its name and version. */
export function Footer() {
  const { t } = useTranslation('shell');
  const { version, status_page_enabled: hasStatus } = useStatus();
  const name = useSystemName();
  const html = useFooterHtml();
  return (
    <footer className="sh-footer">
      {hasStatus && (
        <>
          <Link to="/status">{t('title.status')}</Link>
          {' · '}
        </>
      )}
      {html ? <SafeHtml html={html} /> : t('footer.credit', { name, version: versionLabel(version) })}
    </footer>
  );
}
