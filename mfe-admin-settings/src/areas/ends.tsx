import { TimeAgo } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** When something ends or ended. 0: never. */
export function Ends({ at }: { at: number }) {
  const { t } = useTranslation('area.admin-settings');
  const hasEnded = at > 0 && at * 1000 <= Date.now();
  return (
    <>
      {t(`areas.who.${hasEnded ? 'ended' : 'ends'}`)} <TimeAgo at={at} never={t('areas.rights.never')} />
    </>
  );
}
