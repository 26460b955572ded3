import type { ChannelCost } from '@tollgate/contract';

const nothing = {
  factor: null,
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  per_call: null,
  per_second: null,
};

/** A discount on everything, a model with prices of its own, and pictures by request. */
export const channelCosts: ChannelCost[] = [
  { ...nothing, models: '*', factor: 0.8 },
  { ...nothing, models: 'claude-sonnet-4-5*', input: 2.4, output: 12, cache_read: 0.24, cache_write: 3 },
  { ...nothing, models: 'dall-e-3', per_call: 0.032 },
];
