import { useArea } from '@tollgate/console-sdk';
import { TabLinks, useSearchParams } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tabs } from './tabs.tsx';

/** The open tab is part of the URL. Tabs are links: they can be shared, and unsaved changes are guarded. */
export function SettingsTabs() {
  const { t } = useTranslation('area.admin-settings');
  const [params] = useSearchParams();
  const wanted = params.get('tab');
  const open = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  const { ui } = useArea();
  const title = `${t(`settings.tab.${open.id}`)} – ${t('settings.title')}`;
  useEffect(() => ui.setTitle(title), [ui, title]);
  return (
    <>
      <TabLinks
        label={t('settings.tabs')}
        open={open.id}
        tabs={tabs.map(({ id }) => ({ id, label: t(`settings.tab.${id}`), search: `?tab=${id}` }))}
      />
      {open.content}
    </>
  );
}
