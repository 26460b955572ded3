/** Lowest priority that a channel may have. */
export const MIN_PRIORITY = -999;

export type NumberField = 'priority' | 'weight';

/** What was typed into the list as a whole number within its bounds; undefined for what is none. */
export function readNumber(field: NumberField, text: string): number | undefined {
  if (!/^[+-]?\d{1,15}$/.test(text.trim())) return undefined;
  return Math.max(field === 'priority' ? MIN_PRIORITY : 0, Number(text)) + 0; // -0 reads as 0
}
