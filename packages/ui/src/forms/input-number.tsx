import { InputNumber as ArcoInputNumber, type InputNumberProps as ArcoProps } from '@arco-design/web-react';

/** No `precision`: it would round the typed number. For whole numbers use `useNumberRule`. */
export type InputNumberProps = Omit<ArcoProps, 'precision' | 'strictMode' | 'parser'>;

/**
 * A number exactly as typed. Arco's own input silently clamps values, so that another number is saved than
 * the user meant; here form rules report it. Arrow keys stop at the bounds.
 */
export function InputNumber({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  onChange,
  ...rest
}: InputNumberProps) {
  const range = { 'aria-valuemin': min, 'aria-valuemax': max };
  return (
    <ArcoInputNumber
      {...rest}
      {...range}
      min={Number.MIN_SAFE_INTEGER}
      max={Number.MAX_SAFE_INTEGER}
      parser={readTyped}
      onChange={(value, reason) => {
        const isStep = reason === 'increase' || reason === 'decrease';
        onChange?.(isStep ? Math.min(max, Math.max(min, value)) : value, reason);
      }}
    />
  );
}

/** Ignores a number that is not finite: the field keeps its value. Arco fails on 1e309. */
function readTyped(text: string): string {
  const plain = text.replace(/[^\w.-]+/g, '');
  return Math.abs(Number(plain)) === Number.POSITIVE_INFINITY ? 'NaN' : plain;
}
