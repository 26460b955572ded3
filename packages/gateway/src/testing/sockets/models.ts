/** One model for each transport to a provider. */
export const models = {
  chat: 'gpt-4o',
  spark: 'SparkDesk-v3.5',
  realtime: 'gpt-4o-realtime-preview',
} as const;
