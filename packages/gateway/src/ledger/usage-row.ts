import type { HoldSnapshot, UsageRecord } from './types.ts';

/** A complete usage-log row. */
export type UsageRow = UsageRecord & { request_id: string; quota: number };

const consumption = 2;

export function usageRow(id: string, cost: number, record: UsageRecord): UsageRow {
  return { ...record, request_id: id, quota: cost };
}

/** The row of a call whose end is unknown, marked in `billing_basis`. */
export function estimatedRow(id: string, cost: number, snapshot: string, channelId: number): UsageRow {
  const known = parseSnapshot(snapshot);
  return {
    request_id: id,
    quota: cost,
    user_id: known.user_id,
    username: known.username,
    token_id: known.token_id,
    token_name: known.token_name,
    model_name: known.model_name,
    channel_id: channelId || known.channel_id,
    group: known.group,
    is_stream: known.is_stream,
    created_at: known.created_at,
    prompt_tokens: known.prompt_tokens,
    completion_tokens: 0,
    use_time: 0,
    type: consumption,
    content: '',
    billing_basis: 'estimated',
    ...(known.unlogged && { unlogged: true }),
    other: JSON.stringify({ ...known.ratios, recovered: true, checkpoint_quota: cost }),
  };
}

/** This gateway wrote it, as JSON of a HoldSnapshot. */
function parseSnapshot(snapshot: string): HoldSnapshot {
  return JSON.parse(snapshot) as HoldSnapshot;
}
