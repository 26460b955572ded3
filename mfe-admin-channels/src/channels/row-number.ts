/** Minimum priority of a channel. */
export const MIN_PRIORITY = -999;

export type NumberField = 'priority' | 'weight';

/** Parses a number typed into the list and clamps it; undefined when it is no whole number. */
export function readNumber(field: NumberField, text: string): number | undefined {
  if (!/^[+-]?\d{1,15}$/.test(text.trim())) return undefined;
  return Math.max(field === 'priority' ? MIN_PRIORITY : 0, Number(text)) + 0; // turns -0 into 0
}
