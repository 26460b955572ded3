import { versionLabel } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../status/status-context.ts';
import { useSystemName } from '../../status/use-system-name.ts';
import { SafeHtml } from './safe-html.tsx';
import { useFooterHtml } from './use-footer-html.ts';
import './footer.css';

/** The site's own footer, else its name and version. */
export function Footer() {
  const { t } = useTranslation('shell');
  const { version } = useStatus();
  const name = useSystemName();
  const html = useFooterHtml();
  return (
    <footer className="sh-footer">
      {html ? <SafeHtml html={html} /> : t('footer.credit', { name, version: versionLabel(version) })}
    </footer>
  );
}
