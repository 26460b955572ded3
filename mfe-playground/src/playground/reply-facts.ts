import { call, serverNow } from '@tollgate/api-client';
import { listOwnLogs } from '@tollgate/contract';

/** What a reply took. The times are measured here; tokens and cost are those of the usage log. */
export interface ReplyFacts {
  model: string;
  /** From the request to the first word; absent when none came. */
  firstMs?: number;
  totalMs: number;
  charge?: ReplyCharge;
}

export interface ReplyCharge {
  inputTokens: number;
  outputTokens: number;
  /** Quota units. */
  quota: number;
}

/** Tokens a second once the reply began; undefined while it is not known. */
export function speedOf({ firstMs, totalMs, charge }: ReplyFacts): number | undefined {
  const writingMs = totalMs - (firstMs ?? totalMs);
  return charge && writingMs >= 50 ? (charge.outputTokens * 1000) / writingMs : undefined;
}

/** Rows of the log come a moment after their calls. */
const PAUSES_MS = [400, 1500, 4000];

/** Finds what a call was charged in the usage log. Undefined when it is not there in time. */
export async function findCharge(requestId: string): Promise<ReplyCharge | undefined> {
  const start_timestamp = Math.floor(serverNow() / 1000) - 3600;
  for (const pauseMs of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const page = await call(listOwnLogs, { start_timestamp, page_size: 20 }).catch(() => undefined);
    const row = page?.items.find(({ request_id }) => request_id === requestId);
    if (row) return { inputTokens: row.prompt_tokens, outputTokens: row.completion_tokens, quota: row.quota };
  }
  return undefined;
}
