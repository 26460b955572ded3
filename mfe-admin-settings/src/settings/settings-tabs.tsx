import { ExtensionTabContent, useArea, useExtensionTabs } from '@tollgate/console-sdk';
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
  const panels = useExtensionTabs('admin-settings.panel/v1');
  const panel = panels.find(({ id }) => id === wanted);
  const own = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  const open = panel?.id ?? own.id;
  const { ui } = useArea();
  const title = `${panel?.label ?? t(`settings.tab.${own.id}`)} – ${t('settings.title')}`;
  useEffect(() => ui.setTitle(title), [ui, title]);
  return (
    <div className="settings-layout">
      <SettingsIndex open={open} panels={panels} />
      <div>
        {panel ? <ExtensionTabContent point="admin-settings.panel/v1" tab={panel.id} of={{}} /> : own.content}
      </div>
    </div>
  );
}
