import { InputNumber as ArcoInputNumber, type InputNumberProps as ArcoProps } from '@arco-design/web-react';
import { readNumber } from './read-number.ts';

/** No `precision`: it would round the typed number. For whole numbers use `useNumberRule`. */
export type InputNumberProps = Omit<ArcoProps, 'precision' | 'strictMode' | 'parser' | 'formatter'>;

/** What Arco's input takes as text that is not a number yet: it keeps what was typed. */
const UNREADABLE = '.';

/**
 * A number exactly as typed. Arco's own input silently clamps values and drops characters, so that another
 * number is saved than the user meant; here form rules report it. Text that `readNumber` cannot read stays in
 * the field, and its value is NaN. Arrow keys stop at the bounds.
 */
export function InputNumber({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  onChange,
  onBlur,
  ...rest
}: InputNumberProps) {
  const isUnreadable = Number.isNaN(rest.value);
  const bounds = {
    'aria-valuemin': min,
    'aria-valuemax': max,
    ...(isUnreadable && { 'aria-valuenow': undefined }),
  };
  return (
    <ArcoInputNumber
      {...rest}
      {...bounds}
      min={Number.MIN_SAFE_INTEGER}
      max={Number.MAX_SAFE_INTEGER}
      parser={(text) => readNumber(text) ?? UNREADABLE}
      formatter={(value, { userTyping, input }) => (userTyping || isUnreadable ? input : String(value))}
      onChange={(value, reason) => {
        const isStep = reason === 'increase' || reason === 'decrease';
        onChange?.(isStep ? Math.min(max, Math.max(min, value)) : value, reason);
      }}
      onBlur={(event) => {
        // Arco reports no change from an empty field to unreadable text.
        if (readNumber(event.target.value) === undefined && !isUnreadable) onChange?.(Number.NaN, 'manual');
        onBlur?.(event);
      }}
    />
  );
}
