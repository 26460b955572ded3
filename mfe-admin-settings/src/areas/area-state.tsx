import { StatusTag } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { ListedArea } from './areas.data.ts';
import { findUntrustedUse } from './trust.ts';

/** Whether visitors get the area at all, with the reason where they do not, and whether what people get is trusted. */
export function AreaState({ area }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  const { everybody, killed } = area;
  const [untrusted] = findUntrustedUse(area);
  if (everybody.state === 'on' && untrusted)
    return (
      <StatusTag tone="warning" hint={t(`areas.untrusted.${untrusted.by}`, { ...untrusted })}>
        {t('areas.builds.untrusted')}
      </StatusTag>
    );
  if (everybody.state === 'on') return <StatusTag tone="success">{t('areas.state.on')}</StatusTag>;
  return (
    <StatusTag tone="danger" hint={killed || everybody.reason}>
      {t(`areas.state.${everybody.state}`)}
    </StatusTag>
  );
}
