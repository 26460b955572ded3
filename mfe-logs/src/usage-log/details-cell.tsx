import type { LogEntry } from '@tollgate/contract';
import { useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { isChannelTest } from './channel-test.ts';
import { receiptOf } from './receipt.ts';

/** A one-line summary: the ratios of a call, or the event. */
export function DetailsCell({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const { quotaPerUnit } = useQuotaDisplay();
  const receipt = receiptOf(entry, quotaPerUnit);
  if (isChannelTest(entry)) return <Summary text={t('log.channel-test')} />;
  if (!receipt) return <Summary text={entry.content || '–'} />;

  const { price } = receipt;
  const { groupRatio: group, modelRatio: model, completionRatio: completion } = price;
  const text =
    price.kind === 'tokens'
      ? t('log.ratios', { model, completion, group })
      : t('log.price', { price: `$${price.dollars}`, group });
  return <Summary text={text} />;
}

function Summary({ text }: { text: string }) {
  return (
    <span className="usage-log-summary" title={text}>
      {text}
    </span>
  );
}
