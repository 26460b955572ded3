import { Button } from '@arco-design/web-react';
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
  /** Preset amounts in units. By default 1, 10, 50, 100, 500 and 1000 dollars; `[]` for none. */
  presets?: number[];
  /** Allows negative amounts. */
  negative?: boolean;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

/**
 * An amount of quota, typed as this server displays it (dollars or units), with the other one next to it. The
 * value is always in whole units.
 */
export function QuotaInput({ value, onChange, id, presets, negative, disabled, ...rest }: QuotaInputProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { quotaPerUnit, displayInCurrency } = useQuotaDisplay();
  const scale = displayInCurrency && quotaPerUnit > 0 ? quotaPerUnit : 1;
  const amounts = presets ?? [1, 10, 50, 100, 500, 1000].map((dollars) => dollars * quotaPerUnit);

  return (
    <div className="tg-quota-input" data-part="quota-input">
      <InputNumber
        {...rest}
        {...(id && { id })}
        hideControl
        disabled={disabled ?? false}
        {...(value !== undefined && { value: value / scale })}
        {...(!negative && { min: 0 })}
        prefix={scale === 1 ? undefined : '$'}
        suffix={scale === 1 ? t('quota.unit') : undefined}
        onChange={(typed) => onChange?.(toUnits(typed, scale))}
      />
      <div className="tg-control-note tg-number" aria-live="polite">
        {value !== undefined && !Number.isNaN(value) && t('quota.equals', { value: otherWay(value) })}
      </div>
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
              {scale === 1 ? format.count(units) : `$${format.number(units / scale)}`}
            </Button>
          ))}
        </div>
      )}
    </div>
  );

  /** Shows units when dollars are typed, and dollars when units are. */
  function otherWay(units: number): string {
    if (scale !== 1) return t('quota.units', { value: format.number(units) });
    return quotaPerUnit > 0 ? `$${format.number(units / quotaPerUnit, { maximumFractionDigits: 6 })}` : '–';
  }
}

/** Keeps a fraction of a typed unit: a rule rejects it. Fractions of a cent round to units. */
function toUnits(typed: number | undefined, scale: number): number | undefined {
  if (typeof typed !== 'number') return undefined;
  return scale === 1 ? typed : Math.round(typed * scale);
}
