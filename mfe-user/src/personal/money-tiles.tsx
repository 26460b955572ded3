import type { User } from '@tollgate/contract';
import { StatTile, StatTiles, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

export function MoneyTiles({ user }: { user: User | undefined }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const loading = user === undefined;
  const { quota = 0, held_quota: held = 0, used_quota = 0, request_count = 0 } = user ?? {};
  return (
    <StatTiles>
      <StatTile
        label={t('personal.balance')}
        value={format.quota(quota)}
        tone={!loading && quota <= 0 ? 'attention' : 'plain'}
        {...(held > 0 && { hint: t('wallet.held', { amount: format.quota(held) }) })}
        loading={loading}
      />
      <StatTile label={t('personal.used')} value={format.quota(used_quota)} loading={loading} />
      <StatTile label={t('personal.requests')} value={format.count(request_count)} loading={loading} />
    </StatTiles>
  );
}
