import { StatusTag } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { ListedArea } from './areas.data.ts';
import { findUntrustedUse } from './trust.ts';

/** Whether the area is switched on, the reason when it is not, and whether its served builds are trusted. */
export function AreaState({ area }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  const { everybody, killed, retired } = area;
  const [untrusted] = findUntrustedUse(area);
  if (everybody.state === 'on' && untrusted)
    return (
      <StatusTag tone="warning" hint={t(`areas.untrusted.${untrusted.by}`, { ...untrusted })}>
        {t('areas.builds.untrusted')}
      </StatusTag>
    );
  if (everybody.state === 'on') return <StatusTag tone="success">{t('areas.state.on')}</StatusTag>;
  if (retired)
    return (
      <StatusTag tone="neutral" hint={retired.reason}>
        {t('areas.state.retired')}
      </StatusTag>
    );
  if (everybody.state === 'unreleased' && !killed)
    return <StatusTag tone="neutral">{t('areas.state.unreleased')}</StatusTag>;
  return (
    <StatusTag tone="danger" hint={killed || everybody.reason}>
      {t(`areas.state.${killed ? 'off' : everybody.state}`)}
    </StatusTag>
  );
}
