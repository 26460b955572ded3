import type { PricingEntry } from '@tollgate/contract';
import type { PriceList } from './prices.ts';

const byUsage: PricingEntry = {
  model_name: 'gpt-4o',
  quota_type: 0,
  model_ratio: 1.25,
  model_price: 0,
  owner_by: '',
  completion_ratio: 4,
  enable_groups: ['default', 'vip'],
  available: true,
  vendor: 'OpenAI',
  kind: 'chat',
  capabilities: ['vision', 'tools'],
  context: 131_072,
  max_output: 16_384,
  cache_ratio: 0.5,
  deprecated: '2027-01-14',
  varies: true,
  description: 'For most tasks.',
};

export const entries: PricingEntry[] = [
  {
    ...byUsage,
    model_name: 'dall-e-3',
    quota_type: 1,
    model_ratio: 0,
    completion_ratio: 0,
    model_price: 0.04,
    kind: 'image',
    capabilities: [],
  },
  {
    ...byUsage,
    model_name: 'claude-sonnet-4-20250514',
    model_ratio: 1.5,
    completion_ratio: 5,
    vendor: 'Anthropic',
    context: 1_000_000,
  },
  byUsage,
  {
    ...byUsage,
    model_name: 'deepseek-chat',
    model_ratio: 0.135,
    completion_ratio: 4.074_074,
    vendor: 'DeepSeek',
    capabilities: ['tools'],
  },
  {
    ...byUsage,
    model_name: 'whisper-large',
    quota_type: 1,
    unit: 'second',
    model_ratio: 0,
    completion_ratio: 0,
    model_price: 0.0001,
    kind: 'audio',
    capabilities: [],
  },
  { ...byUsage, model_name: 'gpt-4o-mini', model_ratio: 0.075, enable_groups: ['vip', 'inner'] },
];

export const prices: PriceList = {
  data: entries,
  group_ratio: { default: 1, vip: 0.5 },
  usable_group: { default: 'Default group', vip: 'Prepaid customers' },
};

/** The response for visitors: the default group also under the empty name. */
export const visitorPrices: PriceList = {
  ...prices,
  group_ratio: { default: 1 },
  usable_group: { '': 'Own group', default: 'Own group' },
};

/** As many models as the largest sites offer. */
export function manyModels(count = 2000): PriceList {
  const makers = ['gpt', 'claude', 'gemini', 'deepseek', 'qwen', 'llama', 'mistral', 'grok'];
  const data = Array.from({ length: count }, (_, index) => ({
    ...byUsage,
    model_name: `${makers[index % makers.length]}-${1 + (index % 9)}.${index % 7}-${index}`,
    model_ratio: (index % 40) / 8,
  }));
  return { ...prices, data };
}

/** Every value at its maximum length, size and count. */
export const extremePrices: PriceList = {
  data: [
    {
      ...byUsage,
      model_name: 'model-'.padEnd(200, 'x'),
      model_ratio: 0.000_001,
      enable_groups: ['a-group-with-a-rather-long-name', 'b', 'c', 'd', 'e', 'default'],
    },
    { ...byUsage, model_name: 'dear', quota_type: 1, model_price: 123_456_789 },
    { ...byUsage, model_name: 'free', model_ratio: 0 },
  ],
  group_ratio: { default: 12_345.678 },
  usable_group: Object.fromEntries(
    ['a-group-with-a-rather-long-name', 'b', 'c', 'd', 'e', 'default'].map((group) => [group, group]),
  ),
};
