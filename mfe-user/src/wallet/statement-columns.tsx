import type { LedgerEntry } from '@tollgate/contract';
import { CopyText, useFormat } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { isKnownKind } from './statement-kinds.ts';

export function useStatementColumns(): DataColumn<LedgerEntry>[] {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return [
    {
      key: 'at',
      title: t('wallet.statement.time'),
      width: 180,
      mobile: 'title',
      render: ({ at }) => <time className="tg-number">{format.time(at)}</time>,
    },
    {
      key: 'kind',
      title: t('wallet.statement.kind'),
      mobile: 'fact',
      render: ({ kind }) => (isKnownKind(kind) ? t(`wallet.kind.${kind}`) : kind),
    },
    {
      key: 'ref',
      title: t('wallet.statement.what'),
      render: (entry) => <Reason entry={entry} />,
    },
    {
      key: 'amount',
      title: t('wallet.statement.amount'),
      numeric: true,
      mobile: 'fact',
      render: ({ amount }) => <Money units={amount} signed />,
    },
    {
      key: 'balance_after',
      title: t('wallet.statement.balance'),
      numeric: true,
      mobile: 'fact',
      render: ({ balance_after }) => <Money units={balance_after} />,
    },
  ];
}

/** Reason of a manual entry, or its reference: an id that finds it elsewhere. */
function Reason({ entry: { ref, reason } }: { entry: LedgerEntry }) {
  const { t } = useTranslation('area.user');
  if (reason !== '') return reason;
  return <CopyText text={ref} what={t('wallet.statement.id')} />;
}

/**
 * Of the smallest amount that an account can have at the usual value of a dollar: with fewer, the balance after a small
 * call looks the same as before it.
 */
const DECIMALS = 6;

function Money({ units, signed = false }: { units: number; signed?: boolean }) {
  const format = useFormat();
  const isIncome = signed && units > 0;
  return (
    <span className={isIncome ? 'wallet-income' : undefined}>
      {isIncome && '+'}
      {format.quota(units, DECIMALS)}
    </span>
  );
}
