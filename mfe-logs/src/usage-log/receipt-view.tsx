import type { LogEntry } from '@tollgate/contract';
import type { Receipt, ReceiptFee } from '@tollgate/pricing';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { exactUnits, receiptOf } from './receipt.ts';

/** A single call often costs less than a cent. */
const COST_DECIMALS = 6;
const allDigits = { maximumFractionDigits: 12 };

/** Explains the cost of a call so that anyone can recompute it. Renders nothing for entries without a price. */
export function ReceiptView({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  const receipt = receiptOf(entry, quotaPerUnit);
  if (!receipt) return null;

  const { computed, price } = receipt;
  const charged = entry.quota;
  const exact = exactUnits(receipt);
  return (
    <section className="usage-log-receipt" aria-label={t('log.receipt.title')}>
      <h2>{t('log.receipt.title')}</h2>
      {price.kind === 'tokens' && <Lines receipt={receipt} />}
      <p className="usage-log-formula tg-mono">
        {formulaOf(receipt, format.number)} = {exact !== computed && `${format.number(exact, allDigits)} → `}
        <strong>{format.number(computed)}</strong>
      </p>
      {exact !== computed && <p className="usage-log-muted">{t('log.receipt.rounded')}</p>}
      <Factors receipt={receipt} />
      <p className="usage-log-muted">
        {price.kind === 'tokens'
          ? t('log.receipt.legend', { model: price.modelRatio, group: price.groupRatio })
          : t('log.receipt.legend-call', {
              group: price.groupRatio,
              perDollar: format.number(price.quotaPerUnit),
            })}
      </p>
      <p className="usage-log-total">
        {t('log.receipt.total')} <strong className="tg-number">{format.quota(charged, COST_DECIMALS)}</strong>{' '}
        <span className="usage-log-muted">{t('log.receipt.units', { value: format.number(charged) })}</span>
      </p>
      {computed !== charged && (
        <p className="usage-log-differs">
          {t('log.receipt.differs', { computed: format.number(computed), charged: format.number(charged) })}
        </p>
      )}
    </section>
  );
}

/** What multiplied the weights of all tokens. */
function Factors({ receipt: { step, tier } }: { receipt: Receipt }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  return (
    <>
      {step && (
        <p className="usage-log-muted">
          {t('log.receipt.step', { ...step, above: format.number(step.above) })}
        </p>
      )}
      {tier && <p className="usage-log-muted">{t('log.receipt.tier', tier)}</p>}
    </>
  );
}

function Lines({ receipt: { lines, fees, price } }: { receipt: Receipt }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const perToken = price.modelRatio * price.groupRatio;
  const { displayInCurrency, quotaPerUnit } = useQuotaDisplay();
  const costs = lines.map(({ tokens, weight }) => tokens * weight * perToken);
  const feeOf = ({ uses, dollars }: ReceiptFee) => uses * dollars * price.quotaPerUnit * price.groupRatio;
  const decimals = Math.max(
    ...[...costs, ...fees.map(feeOf)].map((units) => decimalsOf(units / quotaPerUnit)),
  );
  const cost = (units: number) =>
    displayInCurrency ? format.quota(units, decimals) : format.number(units, allDigits);
  const million = (weight: number) => (weight * perToken * 1_000_000) / price.quotaPerUnit;
  return (
    <table className="usage-log-lines tg-number">
      <thead>
        <tr>
          <th scope="col">{t('log.receipt.part')}</th>
          <th scope="col">{t('log.receipt.tokens')}</th>
          <th scope="col">{t('log.receipt.per-million')}</th>
          <th scope="col">{t('log.receipt.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ part, tokens, weight }, index) => (
          <tr key={part}>
            <th scope="row">{t(`log.receipt.${part}`)}</th>
            <td>{format.number(tokens)}</td>
            <td>${format.number(million(weight), { minimumFractionDigits: 2, ...allDigits })}</td>
            <td>{cost(costs[index] ?? 0)}</td>
          </tr>
        ))}
        {fees.map((fee) => (
          <tr key={fee.tool}>
            <th scope="row">{t(`log.receipt.${fee.tool}`)}</th>
            <td>{t('log.receipt.uses', { uses: format.number(fee.uses) })}</td>
            <td>
              {t('log.receipt.per-use', {
                price: `$${format.number(fee.dollars * price.groupRatio, { minimumFractionDigits: 2, ...allDigits })}`,
              })}
            </td>
            <td>{cost(feeOf(fee))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns how many decimals an amount of dollars needs so that the lines add up to the total. */
function decimalsOf(dollars: number): number {
  const [, decimals = ''] = dollars.toFixed(12).replace(/0+$/, '').split('.');
  return Math.max(COST_DECIMALS, decimals.length);
}

/** `(200 + 1,000 × 0.5 + 300 × 4) × 1.25 × 1 + 2 × 0.01 × 500,000 × 1`, or `0.04 × 2 × 500,000` for a price per call. */
function formulaOf({ lines, fees, price }: Receipt, number: (value: number) => string): string {
  const ratio = (value: number) => String(Number(value.toPrecision(12)));
  if (price.kind !== 'tokens')
    return [
      ratio(price.dollars),
      ...(price.kind === 'piece' ? [ratio(price.multiplier)] : []),
      ratio(price.groupRatio),
      number(price.quotaPerUnit),
    ].join(' × ');
  const parts = lines.map(({ tokens, weight }) =>
    weight === 1 ? number(tokens) : `${number(tokens)} × ${ratio(weight)}`,
  );
  const tokens = `(${parts.join(' + ') || 0}) × ${ratio(price.modelRatio)} × ${ratio(price.groupRatio)}`;
  const uses = fees.map(({ uses, dollars }) =>
    [number(uses), ratio(dollars), number(price.quotaPerUnit), ratio(price.groupRatio)].join(' × '),
  );
  return [tokens, ...uses].join(' + ');
}
