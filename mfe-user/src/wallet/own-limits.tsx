import type { OwnLimit } from '@tollgate/contract';
import { TimeAgo, UseBar, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useOwnLimits } from './wallet.data.ts';

/** What limits the account and its tokens, and what is left of it; hidden without any. */
export function OwnLimits() {
  const { t } = useTranslation('area.user');
  const columns = useLimitColumns();
  const { data, error, isLoading, mutate } = useOwnLimits();
  if (!data || data.length === 0) return null;
  return (
    <section className="wallet-section">
      <header>
        <h2>{t('wallet.limits.title')}</h2>
      </header>
      <DataTable<OwnLimit>
        label={t('wallet.limits.title')}
        source={{ data: { items: data, total: data.length }, error, isLoading, retry: mutate }}
        rowKey={({ id, scope_id }) => `${id} ${scope_id}`}
        rowName={({ id, name }) => name || `#${id}`}
        columns={columns}
      />
    </section>
  );
}

function useLimitColumns(): DataColumn<OwnLimit>[] {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const shown = ({ resource }: OwnLimit, amount: number) =>
    resource === 'quota'
      ? format.quota(amount)
      : t(`wallet.limits.amount.${resource}`, { count: amount, value: format.number(amount) });
  return [
    {
      key: 'name',
      title: t('wallet.limits.what'),
      mobile: 'title',
      render: ({ id, name, scope, scope_id, models }) =>
        [name || `#${id}`, scope === 'token' ? t('wallet.limits.token', { id: scope_id }) : '', models]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'use',
      title: t('wallet.limits.use'),
      mobile: 'fact',
      render: (limit) => (
        <div className="wallet-limit">
          <UseBar label={t('wallet.limits.use')} {...limit} />
          <span className="tg-muted">
            {t('wallet.limits.of', {
              used: shown(limit, limit.spent + limit.held),
              amount: shown(limit, limit.amount),
            })}
          </span>
        </div>
      ),
    },
    {
      key: 'resets_at',
      title: t('wallet.limits.resets'),
      mobile: 'fact',
      render: ({ resets_at }) => (resets_at === 0 ? '–' : <TimeAgo at={resets_at} />),
    },
  ];
}
