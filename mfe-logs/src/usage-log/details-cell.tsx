import type { LogEntry } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { makeReceipt } from './receipt.ts';

/** One line that says most: the ratios of a call, or what happened. */
export function DetailsCell({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const { number } = useFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  const receipt = makeReceipt(entry, quotaPerUnit);
  if (!receipt) return <span title={entry.content}>{entry.content || '–'}</span>;

  const group = number(receipt.groupRatio);
  if (receipt.kind === 'call') return t('log.price', { price: `$${receipt.modelPrice}`, group });
  return t('log.ratios', { model: receipt.modelRatio, completion: receipt.completionRatio, group });
}
