/** The JSON of `other` in a log row. */
export type Fields = Readonly<Record<string, unknown>>;

/** The log has -1 where a ratio or price does not apply. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
