import { Link, useSearchParams } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { tabs } from './tabs.tsx';

/** The open tab stands in the address, so tabs are links: they can be shared, and unsaved changes are asked about. */
export function SettingsTabs() {
  const { t } = useTranslation('area.admin-settings');
  const [params] = useSearchParams();
  const wanted = params.get('tab');
  const open = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  return (
    <>
      <nav className="settings-tabs" aria-label={t('settings.tabs')}>
        {tabs.map(({ id }) => (
          <Link key={id} to={`?tab=${id}`} aria-current={id === open.id ? 'page' : undefined}>
            {t(`settings.tab.${id}`)}
          </Link>
        ))}
      </nav>
      {open.content}
    </>
  );
}
