import { ErrorState, StatTile, StatTiles, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useSelf } from './wallet.data.ts';

export function BalanceTiles() {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const { data: self, error, isLoading, mutate } = useSelf();
  if (!self && error) return <ErrorState error={error} onRetry={mutate} />;

  const isOut = self !== undefined && self.quota <= 0;
  const held = self?.held_quota ?? 0;
  const hint = held > 0 ? t('wallet.held', { amount: format.quota(held) }) : isOut && t('wallet.balance-out');
  return (
    <StatTiles>
      <StatTile
        label={t('wallet.balance')}
        value={self && format.quota(self.quota)}
        tone={isOut ? 'attention' : 'plain'}
        {...(hint && { hint })}
        loading={isLoading}
      />
      <StatTile label={t('wallet.used')} value={self && format.quota(self.used_quota)} loading={isLoading} />
      <StatTile
        label={t('wallet.requests')}
        value={self && format.number(self.request_count)}
        loading={isLoading}
      />
    </StatTiles>
  );
}
