import { useArea } from '@tollgate/console-sdk';
import { useSearchParams } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsIndex } from './settings-index.tsx';
import { tabs } from './tabs.tsx';

/** The open tab is part of the URL. Its links can be shared, and guard unsaved changes. */
export function SettingsTabs() {
  const { t } = useTranslation('area.admin-settings');
  const [params] = useSearchParams();
  const wanted = params.get('tab');
  const open = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  const { ui } = useArea();
  const title = `${t(`settings.tab.${open.id}`)} – ${t('settings.title')}`;
  useEffect(() => ui.setTitle(title), [ui, title]);
  return (
    <div className="settings-layout">
      <SettingsIndex open={open} />
      <div>{open.content}</div>
    </div>
  );
}
