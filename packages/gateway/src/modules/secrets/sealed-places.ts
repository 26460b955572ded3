/**
 * The place of each sealed value. It is part of the seal: a value copied into another row or table cannot be
 * opened there.
 */
export const sealedPlace = {
  channelKey: (id: number) => `channels:${id}:key`,
  channelProxy: (id: number) => `channels:${id}:proxy`,
  /** By hash, as the id is not known before the row exists. */
  tokenKey: (keyHash: string) => `tokens:${keyHash}:key`,
  redemptionKey: (keyHash: string) => `redemptions:${keyHash}:key`,
  outboxPayload: (dedupKey: string) => `outbox:${dedupKey}:payload`,
  webhookSecret: (userId: number) => `users:${userId}:webhook_secret`,
  hashKey: (name: string) => `hash_keys:${name}:key`,
  option: (key: string) => `options:${key}:value`,
};
