import { InputNumber as ArcoInputNumber, type InputNumberProps } from '@arco-design/web-react';

/** Arco's number input with finite bounds: it announces infinite ones, which screen readers cannot read. */
export function InputNumber({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  ...rest
}: InputNumberProps) {
  return <ArcoInputNumber min={min} max={max} {...rest} />;
}
