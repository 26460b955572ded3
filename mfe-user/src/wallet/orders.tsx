import { download } from '@tollgate/api-client';
import { exportOwnTopUps, type TopUp } from '@tollgate/contract';
import { StatusTag, TimeAgo, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable, ExportButton } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { paymentMoney } from './amounts.ts';
import { useOrders } from './wallet.data.ts';

/** The latest online top-ups; hidden without any. */
export function Orders() {
  const { t } = useTranslation('area.user');
  const columns = useOrderColumns();
  const { items, data, error, isLoading, mutate } = useOrders();
  if (items.length === 0) return null;
  return (
    <section className="wallet-section">
      <header>
        <h2>{t('wallet.orders.title')}</h2>
        <ExportButton fetchFile={(format) => download(exportOwnTopUps, { format })} />
      </header>
      <DataTable<TopUp>
        label={t('wallet.orders.title')}
        source={{ data, error, isLoading, retry: mutate }}
        rowKey={({ id }) => id}
        rowName={({ trade_no }) => trade_no}
        columns={columns}
      />
    </section>
  );
}

function useOrderColumns(): DataColumn<TopUp>[] {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return [
    {
      key: 'create_time',
      title: t('wallet.orders.time'),
      mobile: 'title',
      render: ({ create_time }) => <TimeAgo at={create_time} />,
    },
    { key: 'trade_no', title: t('wallet.orders.number') },
    {
      key: 'status',
      title: t('wallet.orders.status'),
      mobile: 'fact',
      render: ({ status }) =>
        status === 'success' ? (
          <StatusTag tone="success">{t('wallet.orders.paid')}</StatusTag>
        ) : (
          <StatusTag tone="neutral">{t('wallet.orders.open')}</StatusTag>
        ),
    },
    {
      key: 'money',
      title: t('wallet.orders.money'),
      numeric: true,
      mobile: 'fact',
      render: ({ money }) => paymentMoney(money, format),
    },
    {
      key: 'quota',
      title: t('wallet.orders.quota'),
      numeric: true,
      mobile: 'fact',
      render: ({ quota }) => format.quota(quota),
    },
  ];
}
