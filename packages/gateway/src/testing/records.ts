import { randomUUID } from 'node:crypto';
import type { HoldSnapshot, Reservation, UsageRecord } from '../ledger/types.ts';

type Readable = Omit<Reservation, 'snapshot'> & { readonly snapshot: HoldSnapshot };

/** A call of user 1 with token 1 that holds 500. */
export function reservation(changes: Partial<Readable> = {}): Readable {
  const userId = changes.userId ?? 1;
  return {
    id: randomUUID(),
    userId,
    tokenId: userId,
    amount: 500,
    estimate: 100,
    snapshot: {
      user_id: userId,
      username: `user-${userId}`,
      token_id: userId,
      token_name: 'token',
      model_name: 'model',
      channel_id: 0,
      group: 'default',
      is_stream: 1,
      created_at: Math.floor(Date.now() / 1000),
      prompt_tokens: 10,
      ratios: { model_ratio: 0.75, group_ratio: 1 },
    },
    ...changes,
  };
}

/** The usage-log row of such a call. */
export function usageRecord(changes: Partial<UsageRecord> = {}): UsageRecord {
  return {
    user_id: 1,
    created_at: Math.floor(Date.now() / 1000),
    type: 2,
    username: 'user-1',
    token_name: 'token',
    model_name: 'model',
    channel_id: 3,
    token_id: 1,
    group: 'default',
    prompt_tokens: 10,
    completion_tokens: 20,
    is_stream: 1,
    billing_basis: 'upstream_usage',
    other: '{}',
    ...changes,
  };
}
