import type { UnpricedModel } from '@tollgate/contract';

const price = {
  input: 3,
  output: 15,
  cache_read: 0.3,
  cache_write: null,
  cache_write_hour: null,
  per_call: null,
  per_second: null,
};

export const unpriced: UnpricedModel[] = [
  { model: 'claude-sonnet-4-5', proposal: { like: 'claude-sonnet-4-5-20250929', price } },
  { model: 'in-house-model', proposal: null },
];
