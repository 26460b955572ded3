import type {
  BookEntry,
  ListedPrice,
  Output,
  PriceVersion,
  reviewPrices,
  UnpricedModel,
} from '@tollgate/contract';

const none: ListedPrice = {
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  per_call: null,
  per_second: null,
};
const sonnet: ListedPrice = { ...none, input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 };

const entry: BookEntry = {
  model: 'claude-sonnet-4-5-20250929',
  price: sonnet,
  source: 'shipped',
  source_date: '2026-11-26',
  valid_from: 1_795_000_000,
  pinned: false,
  offered: true,
  deprecated: '2020-01-31',
};

export const bookEntries: BookEntry[] = [
  entry,
  {
    ...entry,
    model: 'dall-e-3',
    price: { ...none, per_call: 0.04 },
    source: 'admin',
    source_date: '',
    deprecated: '',
  },
  {
    ...entry,
    model: 'gpt-5.5',
    price: { ...none, input: 5, output: 30, cache_read: 0.5 },
    pinned: true,
    deprecated: '',
  },
  {
    ...entry,
    model: 'deepseek-v4-pro',
    price: { ...none, input: 1.32, output: 3.96 },
    source: 'models.dev',
    deprecated: '',
  },
];

export const unpricedModels: UnpricedModel[] = [
  { model: 'vendor/claude-sonnet-4.5', proposal: { like: 'claude-sonnet-4-5-20250929', price: sonnet } },
  { model: 'claude-sonnet-4-5', proposal: { like: 'claude-sonnet-4-5-20250929', price: sonnet } },
  { model: 'mystery-1', proposal: null },
];

export const versions: PriceVersion[] = [
  {
    id: 812,
    valid_from: 1_795_000_000,
    valid_to: 0,
    price: sonnet,
    source: 'models.dev',
    source_date: '2026-11-19',
    username: 'root',
  },
  {
    id: 7,
    valid_from: 1_790_000_000,
    valid_to: 1_795_000_000,
    price: { ...sonnet, input: 3.3 },
    source: 'shipped',
    source_date: '',
    username: '',
  },
];

export const reviewed: Output<typeof reviewPrices> = {
  models: 2210,
  rows: [
    {
      model: 'deepseek-v4-pro',
      current: { ...none, input: 1.32, output: 3.96 },
      conflict: false,
      offers: [
        { ...offer(1.1, 3.3), change: -16.67, bar: null },
        { ...offer(1.1, 3.3), source: 'shipped', change: -16.67, bar: null },
      ],
    },
    {
      model: 'gpt-5.5',
      current: { ...none, input: 5, output: 30 },
      conflict: false,
      offers: [{ ...offer(6, 30), change: 20, bar: 'pinned' }],
    },
    {
      model: 'kimi-k3',
      current: null,
      conflict: true,
      offers: [
        { ...offer(3, 15), change: null, bar: null },
        { ...offer(4, 20), source: 'shipped', change: null, bar: null },
      ],
    },
  ],
};

function offer(input: number, output: number) {
  return { source: 'models.dev', source_date: '2026-11-26', price: { ...none, input, output } };
}
