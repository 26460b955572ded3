import { reaches, useSession } from '@tollgate/console-sdk';
import { ForbiddenState, PageHeader } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { SettingsTabs } from './settings-tabs.tsx';
import './settings.css';

/** The settings of the whole gateway. They are for root only: other administrators see the reason. */
export function SettingsPage() {
  const { t } = useTranslation('area.admin-settings');
  const session = useSession();
  if (!reaches(session, 'root')) {
    return (
      <>
        <PageHeader title={t('settings.title')} />
        <ForbiddenState title={t('settings.root-only.title')} reason={t('settings.root-only.reason')} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('settings.title')} description={t('settings.intro')} />
      <SettingsTabs />
    </>
  );
}
