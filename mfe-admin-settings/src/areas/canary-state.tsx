import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { ListedCanary } from './areas.data.ts';

/** Shares of the builds, and the guard's verdict. */
export function CanaryState({ canary }: { canary: ListedCanary }) {
  const { t } = useTranslation('area.admin-settings');
  const { percent, roles, users } = canary;
  const isNamed = percent === 0 && roles.length + users.length > 0;
  return (
    <span className="areas-canary">
      <span className="tg-number">{isNamed ? t('areas.canary-named') : `${percent}%`}</span>
      <code>{canary.build_id}</code>
      <VerdictTag canary={canary} />
    </span>
  );
}

/** The guard's verdict. */
export function VerdictTag({ canary: { verdict, frozen } }: { canary: ListedCanary }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <StatusTag tone={tones[verdict]} {...(frozen && { hint: frozen })}>
      {t(`areas.verdict.${verdict}`)}
    </StatusTag>
  );
}

const tones: Record<ListedCanary['verdict'], StatusTone> = {
  waiting: 'info',
  ok: 'success',
  bad: 'danger',
  frozen: 'warning',
};
