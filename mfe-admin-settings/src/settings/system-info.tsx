import { useData } from '@tollgate/api-client';
import { getStatus, versionLabel } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { UpdateCheck } from './update-check.tsx';

/** The running version and its start time. */
export function SystemInfo() {
  const { t } = useTranslation('area.admin-settings');
  const format = useFormat();
  const { data } = useData(getStatus, {});
  if (!data) return null;
  return (
    <section className="settings-section" aria-labelledby="settings-info">
      <h2 id="settings-info">{t('settings.info.title')}</h2>
      <dl className="settings-info">
        <dt>{t('settings.info.version')}</dt>
        <dd>{versionLabel(data.version)}</dd>
        <dt>{t('settings.info.started')}</dt>
        <dd>{format.time(data.start_time)}</dd>
      </dl>
      <UpdateCheck />
    </section>
  );
}
