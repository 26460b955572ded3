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
  if (!receipt) return <Summary text={entry.content || '–'} />;

  const group = number(receipt.groupRatio);
  const { modelRatio: model, completionRatio: completion } = receipt;
  const text =
    receipt.kind === 'call'
      ? t('log.price', { price: `$${receipt.modelPrice}`, group })
      : t('log.ratios', { model, completion, group });
  return <Summary text={text} />;
}

function Summary({ text }: { text: string }) {
  return (
    <span className="usage-log-summary" title={text}>
      {text}
    </span>
  );
}
