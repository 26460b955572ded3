import { LogType } from '@tollgate/contract';
import type { Context } from '../core/context.ts';
import { type NewLogRow, record } from '../modules/usage/repository/logs.ts';
import type { SeededUser } from './seed-people.ts';

const DAYS = 30;
const IN_FLIGHT = 64;

/**
 * Makes calls over the last thirty days, charged by the ledger like real ones, so that books and usage log
 * agree. The log has their dates; the ledger dates its entries today. Skips users who cannot pay. Some calls fail,
 * and most come during the day.
 */
export async function seedCalls(ctx: Context, people: readonly SeededUser[], count: number): Promise<void> {
  const callers = people.filter(({ tokenIds }) => tokenIds.length > 0);
  if (callers.length === 0) return;
  const life = ctx.now().toString(36);
  let started = 0;
  const failed: NewLogRow[] = [];
  const worker = async () => {
    while (started < count) {
      const row = await makeCall(ctx, callers, life, { index: started++, count });
      if (row) failed.push(row);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  await ctx.ledger.settled();
  await record(ctx.logDb, failed);
}

/** Returns the row of a call that failed; those of charged calls are written by the ledger. */
async function makeCall(
  ctx: Context,
  callers: readonly SeededUser[],
  life: string,
  { index, count }: { index: number; count: number },
): Promise<NewLogRow | undefined> {
  const id = `seed-${life}-${index}`;
  const user = callers[index % callers.length] as SeededUser;
  const tokenId = user.tokenIds[index % user.tokenIds.length] as number;
  const call = {
    user_id: user.id,
    username: user.username,
    token_id: tokenId,
    token_name: 'production',
    model_name: models[index % models.length] as string,
    channel_id: 1,
    group: 'default',
    is_stream: (index % 2) as 0 | 1,
    created_at: timeOf(ctx, index / count),
    prompt_tokens: 50 + ((index * 37) % 900),
  };
  const cost = 100 + ((index * 131) % 4000);
  const ratios = { model_ratio: 1.25, group_ratio: 1, completion_ratio: 4 };
  const failure = FAILURES[index % FAILURES.length];
  if (failure !== undefined) return failedRow(id, call, failure);
  const hold = { id, userId: user.id, tokenId, amount: 5000, estimate: 100, snapshot: { ...call, ratios } };
  if ((await ctx.ledger.reserve(hold)) !== 'ok') return undefined;
  ctx.ledger.dispatch(id, call.channel_id);
  await ctx.ledger.settle(id, cost, {
    ...call,
    type: 2,
    content: '',
    completion_tokens: 20 + ((index * 53) % 700),
    ...timesOf(index),
    billing_basis: 'upstream',
    other: JSON.stringify({ cache_tokens: cachedOf(index, call.prompt_tokens), ...ratios }),
  });
  return undefined;
}

/** From thirty days ago to now; dense at noon of each day of UTC and thin at night. */
function timeOf(ctx: Context, share: number): number {
  const days = share * DAYS;
  const now = Math.floor(ctx.now() / 1000);
  const offset = ((now % 86_400) / 86_400 + days) * 2 * Math.PI;
  const shifted = days + (0.6 * Math.sin(offset)) / (2 * Math.PI);
  return Math.min(now, Math.floor(now + (shifted - DAYS) * 86_400));
}

function timesOf(index: number) {
  const duration_ms = 700 + ((index * 617) % 9000) + (index % 41 === 0 ? 14_000 : 0);
  const first_token_ms = index % 2 === 1 ? 180 + ((index * 97) % 600) : 0;
  return { duration_ms, first_token_ms, use_time: Math.ceil(duration_ms / 1000) };
}

/** Every third call repeats a prompt that the provider has in its cache. */
function cachedOf(index: number, promptTokens: number): number {
  return index % 3 === 0 ? Math.floor(promptTokens * 0.8) : 0;
}

function failedRow(
  request_id: string,
  call: Omit<NewLogRow, 'request_id' | 'type'>,
  status: number,
): NewLogRow {
  const other = JSON.stringify({
    status_code: status,
    error_code: status === 429 ? 'rate_limited' : 'upstream',
  });
  return { ...call, request_id, type: LogType.error, quota: 0, prompt_tokens: 0, status, other };
}

/** The status of each call of a round that fails. */
const FAILURES: readonly (number | undefined)[] = Array.from({ length: 61 }, (_, index) =>
  index === 7 || index === 8 ? 429 : index === 40 ? 503 : index === 55 ? 400 : undefined,
);

const models = ['gpt-4o-mini', 'gpt-4o', 'claude-3-5-haiku-20241022', 'deepseek-chat'];
