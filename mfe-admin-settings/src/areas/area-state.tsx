import { StatusTag } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { ListedArea } from './areas.data.ts';

/** Whether visitors get the area at all, with the reason where they do not. */
export function AreaState({ area: { everybody, killed } }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  if (everybody.state === 'on') return <StatusTag tone="success">{t('areas.state.on')}</StatusTag>;
  return (
    <StatusTag tone="danger" hint={killed || everybody.reason}>
      {t(`areas.state.${everybody.state}`)}
    </StatusTag>
  );
}
