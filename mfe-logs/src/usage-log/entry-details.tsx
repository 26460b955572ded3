import type { AdminLogEntry, LogEntry } from '@tollgate/contract';
import { CopyText, useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isFailedCall } from './failed-call.ts';
import { type LogDetails, readDetails } from './log-details.ts';
import { receiptOf } from './receipt.ts';
import { ReceiptView } from './receipt-view.tsx';
import { useEntryText } from './use-entry-text.ts';
import './usage-log.css';

/** Only administrators get the cost. */
type ShownEntry = LogEntry & Partial<Pick<AdminLogEntry, 'provider_cost'>>;

/** A single call often costs less than a cent. */
const COST_DECIMALS = 6;

/** Expanded details of a row: the route of the call, its cost calculation, and its request id. */
export function EntryDetails({ entry, isAdmin }: { entry: ShownEntry; isAdmin: boolean }) {
  const { t } = useTranslation('area.logs');
  return (
    <div className="usage-log-details">
      <section aria-label={t('log.details.facts')}>
        <h2>{t('log.details.facts')}</h2>
        <Facts entry={entry} isAdmin={isAdmin} />
      </section>
      <ReceiptView entry={entry} />
    </div>
  );
}

function Facts({ entry, isAdmin }: { entry: ShownEntry; isAdmin: boolean }) {
  const { t, i18n } = useTranslation('area.logs');
  const format = useFormat();
  const details = readDetails(entry);
  const text = useEntryText(entry);
  const receipt = receiptOf(entry, useQuotaDisplay().quotaPerUnit);
  const isByCall = receipt && receipt.price.kind !== 'tokens';
  const basis = `log.basis.${details.isRecovered ? 'recovered' : isByCall ? 'call' : entry.billing_basis}`;
  const isFailed = isFailedCall(entry);
  const isExplained = receipt && receipt.computed === entry.quota;
  return (
    <dl className="usage-log-facts">
      {entry.request_id && (
        <Fact name={t('log.details.request-id')}>
          <CopyText text={entry.request_id} what={t('log.details.request-id')} />
        </Fact>
      )}
      <Fact name={t('log.field.time')}>{format.time(entry.created_at)}</Fact>
      {details.failure && <Fact name={t('log.details.status')}>{details.failure}</Fact>}
      {isAdmin && <Channels entry={entry} details={details} />}
      {(details.upstreamModel || details.requestedModel) && (
        <>
          <Fact name={t('log.details.requested-model')}>{details.requestedModel ?? entry.model_name}</Fact>
          <Fact name={t('log.details.upstream-model')}>{details.upstreamModel ?? entry.model_name}</Fact>
        </>
      )}
      {details.firstTokenMs !== undefined && (
        <Fact name={t('log.details.first-token')}>{format.duration(details.firstTokenMs)}</Fact>
      )}
      {details.reasoningEffort && <Fact name={t('log.details.effort')}>{details.reasoningEffort}</Fact>}
      {details.reasoningTokens > 0 && (
        <Fact name={t('log.details.reasoning')}>{format.number(details.reasoningTokens)}</Fact>
      )}
      {((entry.content && !isExplained) || isFailed) && (
        <Fact name={t(isFailed ? 'log.details.error' : 'log.details.note')}>{text}</Fact>
      )}
      {details.leftOut > 0 && (
        <Fact name={t('log.details.note')}>{t('log.left-out', { count: details.leftOut })}</Fact>
      )}
      {i18n.exists(basis, { ns: 'area.logs' }) && <Fact name={t('log.details.basis')}>{t(basis)}</Fact>}
      {details.isSuspect && <Fact name={t('log.details.note')}>{t('log.basis.suspect')}</Fact>}
    </dl>
  );
}

function Channels({ entry, details }: { entry: ShownEntry; details: LogDetails }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const cost = entry.provider_cost;
  return (
    <>
      {entry.channel > 0 && (
        <Fact name={t('log.details.channel')}>
          {[`#${entry.channel}`, entry.channel_name].filter(Boolean).join(' ')}
        </Fact>
      )}
      {details.triedChannels.length > 1 && (
        <Fact name={t('log.details.tried')}>{details.triedChannels.map((id) => `#${id}`).join(' → ')}</Fact>
      )}
      {typeof cost === 'number' && (
        <Fact name={t('log.details.provider-cost')}>
          {t('log.details.provider-cost-value', {
            cost: format.quota(cost, COST_DECIMALS),
            margin: format.quota(entry.quota - cost, COST_DECIMALS),
          })}
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
