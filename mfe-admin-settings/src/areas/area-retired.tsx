import { useLanguage } from '@tollgate/i18n';
import { Alert, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useActorName } from './actor-name.ts';
import { type ListedArea, useRetirement } from './areas.data.ts';
import { findWayBack } from './trust.ts';

/** Why and by whom an area was retired, where its addresses lead, and until when a rollback brings it back. */
export function AreaRetired({ area }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  const { time } = useFormat();
  const { language } = useLanguage();
  const actorName = useActorName();
  const entry = useRetirement(area.id).data?.items[0];
  const { retired } = area;
  if (!retired) return null;
  const { reason, addresses, ends_at } = retired;
  const who = entry && actorName({ id: entry.actor_id, name: entry.actor_name });
  const parts = [
    entry
      ? t('areas.retired.by', { who, at: time(entry.at), reason })
      : t('areas.retired.because', { reason }),
    ...addresses.map(({ path, to }) => t(`areas.retired.${to === '' ? 'gone' : 'leads'}`, { path, to })),
    t(`areas.retired.${findWayBack(area) ? 'until' : 'final'}`, { at: time(ends_at) }),
  ];
  return <Alert className="areas-alert" type="info" content={parts.join(language === 'zh' ? '' : ' ')} />;
}
