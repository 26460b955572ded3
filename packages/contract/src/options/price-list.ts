import { earlierPriceLists } from './price-list-earlier.ts';
import type { PriceList, PriceRow } from './price-row.ts';

/**
 * Models released after spring 2025, with the prices of a new gateway. Ratios cannot express peak hours: DeepSeek's
 * figures are for its peak hours. `price-adjustments.ts` has long prompts, tiers and fees. The figures of twelve
 * vendors were compared with two public lists, the model map of LiteLLM 1.110.2 and `genai-prices` 0.2.3 (both MIT), on
 * 2026-11-26. docs/guides/update-prices.md says how to update them.
 */
export const priceLists: readonly PriceList[] = [
  {
    vendor: 'OpenAI',
    source: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11-26',
    rows: [
      ['gpt-5.6-sol', 4, 20, 0.4],
      ['gpt-5.6-terra', 2, 12, 0.2],
      ['gpt-5.6-luna', 0.2, 1.2, 0.02],
      ['gpt-5.5', 5, 30, 0.5],
      ['gpt-5.5-pro', 30, 180],
      ['gpt-5.4', 2.5, 15, 0.25],
      ['gpt-5.4-mini', 0.75, 4.5, 0.075],
      ['gpt-5.4-nano', 0.2, 1.25, 0.02],
      ['gpt-5.3-codex', 1.75, 14, 0.175],
      ['gpt-5.2', 1.75, 14, 0.175],
      ['gpt-5.2-pro', 21, 168],
      ['gpt-5.1', 1.25, 10, 0.125],
      ['gpt-5', 1.25, 10, 0.125],
      ['gpt-5-pro', 15, 120],
      ['gpt-5-mini', 0.25, 2, 0.025],
      ['gpt-5-nano', 0.05, 0.4, 0.005],
      ['gpt-4.1', 2, 8, 0.5],
      ['gpt-4.1-mini', 0.4, 1.6, 0.1],
      ['gpt-4.1-nano', 0.1, 0.4, 0.025],
      ['o3', 2, 8, 0.5],
      ['o3-pro', 20, 80],
      ['o4-mini', 1.1, 4.4, 0.275],
      ['gpt-image-2', 5, 30, 1.25],
      ['gpt-image-1.5', 5, 10, 1.25],
      ['gpt-image-1', 5, 40, 1.25],
      ['gpt-image-1-mini', 2, 8, 0.2],
      ['gpt-audio', 2.5, 10],
      ['gpt-audio-mini', 0.6, 2.4],
      ['gpt-realtime-2', 4, 24, 0.4],
      ['gpt-realtime', 4, 16, 0.4],
      ['gpt-realtime-mini', 0.6, 2.4, 0.06],
    ],
  },
  {
    vendor: 'Anthropic',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-11-26',
    rows: [
      ['claude-fable-5-1', 10, 50, 0.25],
      ['claude-fable-5', 10, 50, 1],
      ['claude-opus-5-5', 4, 20, 0.2],
      ['claude-opus-5', 5, 25, 0.5],
      ['claude-opus-4-8', 5, 25, 0.5],
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
      ['claude-haiku-5-5', 0.1, 0.5, 0.01],
      ['claude-haiku-4-5-20251001', 1, 5, 0.1],
    ],
  },
  {
    vendor: 'Google',
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-26',
    rows: [
      ['gemini-3.5-flash', 1.5, 9, 0.15],
      ['gemini-3.5-flash-lite', 0.3, 2.5, 0.03],
      ['gemini-3.1-pro-preview', 2, 12, 0.2],
      ['gemini-3.1-flash-lite', 0.25, 1.5, 0.025],
      ['gemini-3-flash-preview', 0.5, 3, 0.05],
      ['gemini-2.5-pro', 1.25, 10, 0.125],
      ['gemini-2.5-flash', 0.3, 2.5, 0.03],
      ['gemini-2.5-flash-lite', 0.1, 0.4, 0.01],
    ],
  },
  {
    vendor: 'DeepSeek',
    source: 'https://api-docs.deepseek.com/quick_start/pricing',
    asOf: '2026-11-26',
    rows: [
      ['deepseek-flash', 0.3, 1.2, 0.006],
      ['deepseek-v4-flash', 0.3, 1.2, 0.006],
      ['deepseek-v4-pro', 1.32, 3.96, 0.044],
    ],
  },
  {
    vendor: 'xAI',
    source: 'https://docs.x.ai/docs/models',
    asOf: '2026-11-26',
    rows: [
      ['grok-4.7', 2, 6, 0.5],
      ['grok-4.6', 2, 6, 0.5],
      ['grok-4.5', 2, 6, 0.3],
      ['grok-4.3', 1.25, 2.5, 0.2],
      ['grok-4.20', 1.25, 2.5, 0.2],
    ],
  },
  {
    vendor: 'Moonshot',
    source: 'https://platform.moonshot.ai/docs/pricing/chat',
    asOf: '2026-11-26',
    rows: [
      ['kimi-k3.1-pro', 2, 10, 0.2],
      ['kimi-k3', 3, 15, 0.3],
      ['kimi-k2.7-code', 0.95, 4, 0.19],
      ['kimi-k2.6', 0.95, 4, 0.16],
      ['kimi-k2.5', 0.6, 3, 0.1],
      ['moonshot-v1-8k', 0.2, 2],
      ['moonshot-v1-32k', 1, 3],
      ['moonshot-v1-128k', 2, 5],
    ],
  },
  {
    vendor: 'Mistral AI',
    source: 'https://mistral.ai/pricing',
    asOf: '2026-11-26',
    rows: [
      ['mistral-large-4', 0.7, 2.1, 0.07],
      ['mistral-large-latest', 0.5, 1.5, 0.05],
      ['mistral-medium-latest', 1.5, 7.5, 0.15],
      ['mistral-small-latest', 0.15, 0.6, 0.015],
      ['ministral-8b-latest', 0.15, 0.15, 0.015],
      ['codestral-latest', 0.3, 0.9, 0.03],
      ['pixtral-large-latest', 2, 6, 0.2],
    ],
  },
  {
    vendor: 'Zhipu',
    source: 'https://docs.z.ai/guides/overview/pricing',
    asOf: '2026-11-26',
    rows: [
      ['glm-5.3', 1.4, 4.4, 0.26],
      ['glm-5.3-flash', 0.15, 0.5, 0.03],
      ['glm-5.2', 1.4, 4.4, 0.26],
      ['glm-5.1', 1.4, 4.4, 0.26],
      ['glm-5', 1, 3.2, 0.2],
      ['glm-4.7', 0.6, 2.2, 0.11],
      ['glm-4.6', 0.6, 2.2, 0.11],
      ['glm-4.5', 0.6, 2.2, 0.11],
      ['glm-4.5-air', 0.2, 1.1, 0.03],
    ],
  },
  {
    vendor: 'MiniMax',
    source: 'https://platform.minimax.io/docs/pricing/overview',
    asOf: '2026-11-26',
    rows: [
      ['MiniMax-M3', 0.3, 1.2, 0.06],
      ['MiniMax-M2.5', 0.3, 1.2, 0.03],
      ['MiniMax-M2.1', 0.3, 1.2, 0.03],
      ['MiniMax-M2', 0.3, 1.2, 0.03],
    ],
  },
  {
    vendor: 'Perplexity',
    source: 'https://docs.perplexity.ai/getting-started/pricing',
    asOf: '2026-11-26',
    rows: [
      ['sonar', 1, 1],
      ['sonar-pro', 3, 15],
      ['sonar-reasoning', 1, 5],
      ['sonar-reasoning-pro', 2, 8],
      ['sonar-deep-research', 2, 8],
    ],
  },
  {
    vendor: 'Cohere',
    source: 'https://cohere.com/pricing',
    asOf: '2026-11-26',
    rows: [
      ['command-a-03-2025', 2.5, 10],
      ['command-r-08-2024', 0.15, 0.6],
      ['command-r-plus-08-2024', 2.5, 10],
      ['command-r7b-12-2024', 0.0375, 0.15],
    ],
  },
  {
    vendor: 'Groq',
    source: 'https://groq.com/pricing',
    asOf: '2026-11-26',
    rows: [
      ['openai/gpt-oss-120b', 0.15, 0.6, 0.075],
      ['openai/gpt-oss-20b', 0.075, 0.3, 0.0375],
    ],
  },
  ...earlierPriceLists,
];

const rows = priceLists.flatMap((list) => list.rows);

/** A ratio of 1 is $2 per million. */
export const listedModelRatios = toMap(([, input]) => input / 2);
export const listedCompletionRatios = toMap(([, input, output]) => (input > 0 ? output / input : undefined));
export const listedCacheRatios = toMap(([, input, , cached]) =>
  cached === undefined || input === 0 ? undefined : cached / input,
);

/** Six digits, so that a million tokens cost exactly the vendor's price in units. */
function toMap(ratio: (row: PriceRow) => number | undefined): Record<string, number> {
  const ratios = rows.map((row) => [row[0], ratio(row)] as const);
  const set = ratios.filter((entry): entry is [string, number] => entry[1] !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, Number(value.toFixed(6))]));
}
