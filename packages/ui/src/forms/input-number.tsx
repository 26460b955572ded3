import { InputNumber as ArcoInputNumber, type InputNumberProps as ArcoProps } from '@arco-design/web-react';

/** No `precision`: it would round what was typed. Whole numbers are a rule, see `useNumberRule`. */
export type InputNumberProps = Omit<ArcoProps, 'precision' | 'strictMode' | 'parser'>;

/**
 * A number as it was typed. Arco's own input brings what is out of bounds back into them without a word, so that
 * another number is saved than the person meant: here rules of the form say what is wrong. Arrows stop at the bounds.
 */
export function InputNumber({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  onChange,
  ...rest
}: InputNumberProps) {
  const told = { 'aria-valuemin': min, 'aria-valuemax': max };
  return (
    <ArcoInputNumber
      {...rest}
      {...told}
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

/** What is no finite number is not taken over: the field keeps what it had. Arco stumbles over 1e309. */
function readTyped(text: string): string {
  const plain = text.replace(/[^\w.-]+/g, '');
  return Math.abs(Number(plain)) === Number.POSITIVE_INFINITY ? 'NaN' : plain;
}
