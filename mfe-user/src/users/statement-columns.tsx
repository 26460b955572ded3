import type { LedgerEntry } from '@tollgate/contract';
import { CopyText, useFormat } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';

/** In both amounts, so that the column of balances adds up. */
const DECIMALS = 6;

export function useStatementColumns(): DataColumn<LedgerEntry>[] {
  const { t, i18n } = useTranslation('area.user');
  const format = useFormat();
  const nameOf = (kind: string) =>
    i18n.exists(`users.kind.${kind}`, { ns: 'area.user' }) ? t(`users.kind.${kind}`) : kind;
  return [
    {
      key: 'at',
      title: t('users.statement.at'),
      width: 180,
      mobile: 'title',
      render: ({ at }) => <time className="tg-number">{format.time(at)}</time>,
    },
    {
      key: 'kind',
      title: t('users.statement.kind'),
      mobile: 'fact',
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
      render: ({ amount }) => `${amount > 0 ? '+' : ''}${format.quota(amount, DECIMALS)}`,
    },
    {
      key: 'balance_after',
      title: t('users.statement.balance'),
      numeric: true,
      mobile: 'fact',
      render: ({ balance_after }) => format.quota(balance_after, DECIMALS),
    },
  ];
}
