import type { LedgerEntry } from '@tollgate/contract';
import { CopyText, TimeAgo, useFormat, useIsMobile } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';

export function useStatementColumns(): DataColumn<LedgerEntry>[] {
  const { t, i18n } = useTranslation('area.user');
  const format = useFormat();
  const decimals = useIsMobile() ? 2 : 4;
  const nameOf = (kind: string) =>
    i18n.exists(`users.kind.${kind}`, { ns: 'area.user' }) ? t(`users.kind.${kind}`) : kind;
  return [
    { key: 'at', title: t('users.statement.at'), mobile: 'fact', render: ({ at }) => <TimeAgo at={at} /> },
    {
      key: 'kind',
      title: t('users.statement.kind'),
      mobile: 'title',
      render: ({ kind, reason }) =>
        reason && reason !== kind ? `${nameOf(kind)} · ${reason}` : nameOf(kind),
    },
    {
      key: 'ref',
      title: t('users.statement.ref'),
      render: ({ ref }) => <CopyText text={ref} what={t('users.statement.ref')} />,
    },
    {
      key: 'amount',
      title: t('users.statement.amount'),
      numeric: true,
      mobile: 'fact',
      render: ({ amount }) => `${amount > 0 ? '+' : ''}${format.quota(amount, decimals)}`,
    },
    {
      key: 'balance_after',
      title: t('users.statement.balance'),
      numeric: true,
      mobile: 'fact',
      render: ({ balance_after }) => format.quota(balance_after, decimals),
    },
  ];
}
