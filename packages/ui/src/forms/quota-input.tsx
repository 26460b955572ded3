import { Button } from '@arco-design/web-react';
import { currencySign } from '@tollgate/i18n';
import { useTranslation } from 'react-i18next';
import { useQuotaDisplay } from '../provider/quota-display.ts';
import { useFormat } from '../provider/use-format.ts';
import { InputNumber } from './input-number.tsx';
import './controls.css';

export interface QuotaInputProps {
  /** Quota units. */
  value?: number;
  onChange?: (units: number | undefined) => void;
  id?: string;
  /** Preset amounts in units. By default 1, 10, 50, 100, 500 and 1000 of the currency; `[]` for none. */
  presets?: number[];
  /** Allows negative amounts. */
  negative?: boolean;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

/**
 * An amount of quota, typed as this server displays it: in its currency, or in units with dollars next to them. The
 * value is always in whole units.
 */
export function QuotaInput({ value, onChange, id, presets, negative, disabled, ...rest }: QuotaInputProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { quotaPerUnit, displayInCurrency, currency } = useQuotaDisplay();
  const isMoney = displayInCurrency && quotaPerUnit > 0;
  const scale = isMoney ? quotaPerUnit / (currency?.rate ?? 1) : 1;
  const amounts =
    presets ??
    [1, 10, 50, 100, 500, 1000].map((amount) => Math.round(amount * (isMoney ? scale : quotaPerUnit)));

  return (
    <div className="tg-quota-input" data-part="quota-input">
      <InputNumber
        {...rest}
        {...(id && { id })}
        hideControl
        disabled={disabled ?? false}
        {...(value !== undefined && { value: Number((value / scale).toPrecision(12)) })}
        {...(!negative && { min: 0 })}
        prefix={isMoney ? currencySign(currency) : undefined}
        suffix={isMoney ? undefined : t('quota.unit')}
        onChange={(typed) => onChange?.(toUnits(typed, scale))}
      />
      {!isMoney && (
        <div className="tg-control-note tg-number" aria-live="polite">
          {value !== undefined &&
            !Number.isNaN(value) &&
            t('quota.equals', { value: quotaPerUnit > 0 ? format.dollars(value / quotaPerUnit) : '–' })}
        </div>
      )}
      {amounts.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would nest in the form item's own grouping
        <div className="tg-presets" role="group" aria-label={t('quota.presets')}>
          {amounts.map((units) => (
            <Button
              key={units}
              size="mini"
              type={units === value ? 'outline' : 'secondary'}
              disabled={disabled ?? false}
              onClick={() => onChange?.(units)}
            >
              {isMoney ? presetText(units / scale) : format.count(units)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );

  function presetText(amount: number): string {
    return currencySign(currency) + format.number(amount, { maximumFractionDigits: 2 });
  }
}

/**
 * Keeps a fraction of a typed unit, and an amount below one unit: rules reject them, as nothing would be left. Other
 * fractions of a cent round to units.
 */
function toUnits(typed: number | undefined, scale: number): number | undefined {
  if (typeof typed !== 'number') return undefined;
  const units = Math.round(typed * scale);
  return scale === 1 || units === 0 ? typed * scale : units;
}
