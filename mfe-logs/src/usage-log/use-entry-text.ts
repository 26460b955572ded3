import { type LogEntry, LogType } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { isChannelTest } from './channel-test.ts';
import { readDetails } from './log-details.ts';
import { receiptOf } from './receipt.ts';

/**
 * Returns what an entry says in one line, in the language of the reader: the ratios of a call, the reason of a
 * failed one, a refund, or an event.
 * Rows are stored with sentences in Chinese, whose ratios have two decimals.
 */
export function useEntryText(entry: LogEntry): string {
  const { t, i18n } = useTranslation('area.logs');
  const format = useFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  if (isChannelTest(entry)) return t('log.channel-test');
  const { refund, messages, isRecovered } = readDetails(entry);
  const message = messages[i18n.language];
  if (typeof message === 'string') return message;
  if (isRecovered) return t('log.recovered');
  if (entry.type === LogType.error) return entry.content;
  if (refund) return t(`log.refund.${refund.of}`, { id: refund.id, amount: format.quota(refund.quota, 6) });
  const price = receiptOf(entry, quotaPerUnit)?.price;
  if (!price) return entry.content;
  const { groupRatio: group, modelRatio: model, completionRatio: completion } = price;
  return price.kind === 'tokens'
    ? t('log.ratios', { model, completion, group })
    : t('log.price', { price: `$${price.dollars}`, group });
}
