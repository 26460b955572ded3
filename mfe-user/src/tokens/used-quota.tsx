import type { Token } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { Sparkline } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';

/** The used quota of a token, with its course over the last 30 days. */
export function UsedQuota({ token, days }: { token: Token; days: readonly number[] | undefined }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const lately = days?.reduce((sum, day) => sum + day, 0) ?? 0;
  return (
    <span className="tokens-used">
      {days && lately > 0 && (
        <Sparkline values={days} label={t('tokens.usage', { value: format.quota(lately) })} />
      )}
      {format.quota(token.used_quota)}
    </span>
  );
}
