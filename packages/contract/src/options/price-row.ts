/**
 * Dollars per million tokens, as the vendor lists them: prompt, response, and prompt read from the cache. Without the
 * last one the cache costs nothing less.
 */
export type PriceRow = readonly [model: string, input: number, output: number, cached?: number];

export interface PriceList {
  vendor: string;
  /** The vendor's own price page. */
  source: string;
  /** The date of the figures, as far as known. */
  asOf: string;
  rows: readonly PriceRow[];
}
