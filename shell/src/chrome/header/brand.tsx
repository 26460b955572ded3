import { Logo } from '@tollgate/ui/core';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../status/status-context.ts';
import { useSystemName } from '../../status/use-system-name.ts';

/** Logo and name of the site, and its mode. */
export function Brand() {
  const { t } = useTranslation('shell');
  const { self_use_mode_enabled: isSelfUse, demo_site_enabled: isDemo } = useStatus();
  const badge = isDemo ? t('header.demo') : isSelfUse ? t('header.self-use') : undefined;
  return (
    <div className="sh-brand">
      <Link className="sh-brand-link" to="/">
        <Mark />
        <span className="sh-brand-name">{useSystemName()}</span>
      </Link>
      {badge && <span className="sh-badge">{badge}</span>}
      {isNewYear(new Date()) && <span className="sh-badge sh-badge-new-year">{t('header.new-year')}</span>}
    </div>
  );
}

/** The site's logo, or the default one when it is missing or fails to load. */
function Mark() {
  const { logo } = useStatus();
  const [broken, setBroken] = useState<string>();
  if (!logo || broken === logo) return <Logo size={24} />;
  return <img className="sh-brand-logo" src={logo} alt="" onError={() => setBroken(logo)} />;
}

function isNewYear(date: Date): boolean {
  return date.getMonth() === 0 && date.getDate() === 1;
}
