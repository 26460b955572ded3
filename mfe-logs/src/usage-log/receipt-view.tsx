import type { LogEntry } from '@tollgate/contract';
import type { Receipt, ReceiptFee } from '@tollgate/pricing';
import { type Format, useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { exactDollars, receiptOf, timesOf } from './receipt.ts';

/** A single call often costs less than a cent. */
const COST_DECIMALS = 6;
/** Enough for every price. */
const ALL_DECIMALS = 12;

/** Explains the cost of a call so that anyone can recompute it. Renders nothing for entries without a price. */
export function ReceiptView({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  const receipt = receiptOf(entry, quotaPerUnit);
  if (!receipt) return null;

  const { computed, price } = receipt;
  const charged = entry.quota;
  const exact = exactDollars(receipt);
  const [computedDollars, chargedDollars] = [computed, charged].map((units) => units / price.quotaPerUnit);
  const money = (dollars = 0) => format.dollars(dollars, ALL_DECIMALS);
  const isRounded = exact !== computedDollars;
  return (
    <section className="usage-log-receipt" aria-label={t('log.receipt.title')}>
      <h2>{t('log.receipt.title')}</h2>
      {price.kind === 'tokens' && <Lines receipt={receipt} />}
      <p className="usage-log-formula tg-mono">
        {formulaOf(receipt, format)} = {isRounded && `${money(exact)} → `}
        <strong>{money(computedDollars)}</strong>
      </p>
      {isRounded && (
        <p className="usage-log-muted">
          {t('log.receipt.rounded', { least: money(1 / price.quotaPerUnit) })}
        </p>
      )}
      <Factors receipt={receipt} />
      <p className="usage-log-muted">
        {t(legends[price.kind], { model: price.modelRatio, group: price.groupRatio })}
      </p>
      <p className="usage-log-total">
        {t('log.receipt.total')} <strong className="tg-number">{format.quota(charged, COST_DECIMALS)}</strong>
      </p>
      {computed !== charged && (
        <p className="usage-log-differs">
          {t('log.receipt.differs', { computed: money(computedDollars), charged: money(chargedDollars) })}
        </p>
      )}
    </section>
  );
}

const legends = {
  tokens: 'log.receipt.legend',
  call: 'log.receipt.legend-call',
  piece: 'log.receipt.legend-call',
  second: 'log.receipt.legend-second',
} as const;

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
  const perToken = (price.modelRatio * price.groupRatio) / price.quotaPerUnit;
  const costs = lines.map(({ tokens, weight }) => tokens * weight * perToken);
  const feeOf = ({ uses, dollars }: ReceiptFee) => uses * dollars * price.groupRatio;
  const money = (dollars: number) => format.dollars(tidy(dollars), ALL_DECIMALS);
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
            <td>{money(weight * perToken * 1_000_000)}</td>
            <td>{money(costs[index] ?? 0)}</td>
          </tr>
        ))}
        {fees.map((fee) => (
          <tr key={fee.tool}>
            <th scope="row">{t(`log.receipt.${fee.tool}`)}</th>
            <td>{t('log.receipt.uses', { uses: format.number(fee.uses) })}</td>
            <td>{t('log.receipt.per-use', { price: money(fee.dollars * price.groupRatio) })}</td>
            <td>{money(feeOf(fee))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * `(200 + 1,000 × 0.5 + 300 × 4) × $2.50 ÷ 1,000,000 × 1 + 2 × $0.01 × 1`, or `2 × $0.04 × 1` for a price per call.
 */
function formulaOf(receipt: Receipt, format: Format): string {
  const { lines, fees, price } = receipt;
  const group = String(tidy(price.groupRatio));
  const money = (dollars: number) => format.dollars(tidy(dollars), ALL_DECIMALS);
  if (price.kind !== 'tokens') {
    const times = price.kind === 'call' ? [] : [format.number(timesOf(receipt))];
    return [...times, money(price.dollars), group].join(' × ');
  }
  const parts = lines.map(({ tokens, weight }) =>
    weight === 1 ? format.number(tokens) : `${format.number(tokens)} × ${tidy(weight)}`,
  );
  const million = money((price.modelRatio * 1_000_000) / price.quotaPerUnit);
  const tokens = `(${parts.join(' + ') || 0}) × ${million} ÷ ${format.number(1_000_000)} × ${group}`;
  const uses = fees.map((fee) => [format.number(fee.uses), money(fee.dollars), group].join(' × '));
  return [tokens, ...uses].join(' + ');
}

/** Removes the noise of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
