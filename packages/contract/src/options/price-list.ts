/** Dollars per million tokens, as the vendor lists them: prompt, response, and prompt read from the cache. */
export type PriceRow = readonly [model: string, input: number, output: number, cached: number];

export interface PriceList {
  vendor: string;
  /** The vendor's own price page. */
  source: string;
  /** The date of the figures, as far as known. */
  asOf: string;
  rows: readonly PriceRow[];
}

/**
 * Models released after spring 2025, with the prices of a new gateway. Ratios cannot express peak hours: DeepSeek's
 * figures are for its peak hours. `price-adjustments.ts` has long prompts, tiers and fees.
 * docs/guides/update-prices.md says how to update them.
 */
export const priceLists: readonly PriceList[] = [
  {
    vendor: 'OpenAI',
    source: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11',
    rows: [
      ['gpt-5.5', 5, 30, 0.5],
      ['gpt-5.4', 2.5, 15, 0.25],
      ['gpt-5.4-mini', 0.75, 4.5, 0.075],
      ['gpt-5.1', 1.25, 10, 0.125],
      ['gpt-5', 1.25, 10, 0.125],
      ['gpt-5-mini', 0.25, 2, 0.025],
      ['gpt-5-nano', 0.05, 0.4, 0.005],
      ['gpt-4.1', 2, 8, 0.5],
      ['gpt-4.1-mini', 0.4, 1.6, 0.1],
      ['gpt-4.1-nano', 0.1, 0.4, 0.025],
      ['o3', 2, 8, 0.5],
      ['o4-mini', 1.1, 4.4, 0.275],
    ],
  },
  {
    vendor: 'Anthropic',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-10',
    rows: [
      ['claude-fable-5-1', 10, 50, 0.25],
      ['claude-opus-5-5', 4, 20, 0.2],
      ['claude-opus-5', 5, 25, 0.5],
      ['claude-opus-4-7', 5, 25, 0.5],
      ['claude-opus-4-6', 5, 25, 0.5],
      ['claude-opus-4-5-20251101', 5, 25, 0.5],
      ['claude-opus-4-1-20250805', 15, 75, 1.5],
      ['claude-opus-4-20250514', 15, 75, 1.5],
      ['claude-sonnet-5-5', 2, 10, 0.1],
      ['claude-sonnet-5', 2, 10, 0.2],
      ['claude-sonnet-4-6', 3, 15, 0.3],
      ['claude-sonnet-4-5-20250929', 3, 15, 0.3],
      ['claude-sonnet-4-20250514', 3, 15, 0.3],
      ['claude-haiku-4-5-20251001', 1, 5, 0.1],
    ],
  },
  {
    vendor: 'Google',
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-10',
    rows: [
      ['gemini-3.5-flash', 1.5, 9, 0.15],
      ['gemini-3.1-pro-preview', 2, 12, 0.2],
      ['gemini-3.1-flash-lite', 0.25, 1.5, 0.025],
      ['gemini-2.5-pro', 1.25, 10, 0.125],
      ['gemini-2.5-flash', 0.3, 2.5, 0.03],
      ['gemini-2.5-flash-lite', 0.1, 0.4, 0.01],
    ],
  },
  {
    vendor: 'DeepSeek',
    source: 'https://api-docs.deepseek.com/quick_start/pricing',
    asOf: '2026-10-27',
    rows: [
      ['deepseek-flash', 0.3, 1.2, 0.006],
      ['deepseek-v4-pro', 1.32, 3.96, 0.044],
    ],
  },
];

const rows = priceLists.flatMap((list) => list.rows);

/** A ratio of 1 is $2 per million. */
export const listedModelRatios = toMap(([, input]) => input / 2);
export const listedCompletionRatios = toMap(([, input, output]) => output / input);
export const listedCacheRatios = toMap(([, input, , cached]) => cached / input);

/** Six digits, so that a million tokens cost exactly the vendor's price in units. */
function toMap(ratio: (row: PriceRow) => number): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row[0], Number(ratio(row).toFixed(6))]));
}
