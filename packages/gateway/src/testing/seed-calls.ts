import type { Context } from '../core/context.ts';
import type { SeededUser } from './seed-people.ts';

const DAYS = 30;
const IN_FLIGHT = 64;

/**
 * Makes calls over the last thirty days, charged by the ledger like real ones, so that books and usage log
 * agree. The log has their dates; the ledger dates its entries today. Skips users who cannot pay.
 */
export async function seedCalls(ctx: Context, people: readonly SeededUser[], count: number): Promise<void> {
  const callers = people.filter(({ tokenIds }) => tokenIds.length > 0);
  if (callers.length === 0) return;
  const life = ctx.now().toString(36);
  let started = 0;
  const worker = async () => {
    while (started < count) await makeCall(ctx, callers, life, { index: started++, count });
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  await ctx.ledger.settled();
}

async function makeCall(
  ctx: Context,
  callers: readonly SeededUser[],
  life: string,
  { index, count }: { index: number; count: number },
): Promise<void> {
  const id = `seed-${life}-${index}`;
  const user = callers[index % callers.length] as SeededUser;
  const tokenId = user.tokenIds[index % user.tokenIds.length] as number;
  const spread = Math.floor((index / count) * DAYS * 86_400);
  const call = {
    user_id: user.id,
    username: user.username,
    token_id: tokenId,
    token_name: 'production',
    model_name: models[index % models.length] as string,
    channel_id: 1,
    group: 'default',
    is_stream: (index % 2) as 0 | 1,
    created_at: Math.floor(ctx.now() / 1000) - DAYS * 86_400 + spread,
    prompt_tokens: 50 + ((index * 37) % 900),
  };
  const cost = 100 + ((index * 131) % 4000);
  const ratios = { model_ratio: 1.25, group_ratio: 1, completion_ratio: 4 };
  const hold = { id, userId: user.id, tokenId, amount: 5000, estimate: 100, snapshot: { ...call, ratios } };
  if ((await ctx.ledger.reserve(hold)) !== 'ok') return;
  ctx.ledger.dispatch(id, call.channel_id);
  await ctx.ledger.settle(id, cost, {
    ...call,
    type: 2,
    content: '',
    completion_tokens: 20 + ((index * 53) % 700),
    use_time: 1 + (index % 20),
    billing_basis: 'upstream',
    other: JSON.stringify(ratios),
  });
}

const models = ['gpt-4o-mini', 'gpt-4o', 'claude-3-5-haiku-20241022', 'deepseek-chat'];
