import type { HoldSnapshot, UsageRecord } from './types.ts';

/** A complete usage-log row. */
export type UsageRow = UsageRecord & { request_id: string; quota: number };

const consumption = 2;

export function usageRow(id: string, cost: number, record: UsageRecord): UsageRow {
  // A copy of so many fields is dear.
  return record.request_id === id && record.quota === cost
    ? (record as UsageRow)
    : { ...record, request_id: id, quota: cost };
}

/** The tokens of a call, prompt and answer. */
export function tokensOf({ prompt_tokens = 0, completion_tokens = 0 }: UsageRow): number {
  return Math.max(0, prompt_tokens) + Math.max(0, completion_tokens);
}

/** The row of a call whose end is unknown, marked in `billing_basis`. */
export function estimatedRow(id: string, cost: number, snapshot: string, channelId: number): UsageRow {
  const fields = parseSnapshot(snapshot);
  return {
    request_id: id,
    quota: cost,
    user_id: fields.user_id,
    username: fields.username,
    token_id: fields.token_id,
    token_name: fields.token_name,
    model_name: fields.model_name,
    channel_id: channelId || fields.channel_id,
    group: fields.group,
    is_stream: fields.is_stream,
    created_at: fields.created_at,
    prompt_tokens: fields.prompt_tokens,
    completion_tokens: 0,
    use_time: 0,
    type: consumption,
    content: '',
    billing_basis: 'estimated',
    ...(fields.unlogged && { unlogged: true }),
    other: JSON.stringify({ ...fields.ratios, recovered: true, checkpoint_quota: cost }),
  };
}

/** This gateway wrote it, as JSON of a HoldSnapshot. */
function parseSnapshot(snapshot: string): HoldSnapshot {
  return JSON.parse(snapshot) as HoldSnapshot;
}
