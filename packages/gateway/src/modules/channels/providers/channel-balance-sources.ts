import { findChannelType } from '@tollgate/contract';
import * as z from 'zod/mini';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { requestChannel } from '../../../net/request-channel.ts';
import { baseOf, bearer, type ProviderAccount, parseAnswer, readAnswer } from './channel-providers.ts';

type Ask = <S extends z.ZodMiniType>(
  path: string,
  schema: S,
  headers?: Record<string, string>,
) => Promise<z.output<S>>;

/**
 * Reads the balance of the account, in dollars or in the unit of the provider. Sends the key to the channel's
 * own host.
 *
 * @throws {AppError} `channel_balance_unsupported`, and those of `readAnswer`
 */
export async function readBalance(ctx: Context, account: ProviderAccount): Promise<number> {
  const read = sources[account.type];
  const base = findChannelType(account.type)?.hasWholeUrl ? originOf(account.base_url) : addressOf(account);
  if (!read || base === '') throw new AppError('channel_balance_unsupported', { type: account.type });
  const ask: Ask = async (path, schema, headers = bearer(account)) => {
    const answer = await readAnswer(requestChannel(ctx.outbound, account, base + path, { headers }));
    return parseAnswer(schema, answer);
  };
  return read(ask, account, new Date(ctx.now()));
}

const CUSTOM = 8;
const AI_PROXY = 10;

function addressOf(account: ProviderAccount): string {
  return account.type === AI_PROXY && !account.base_url ? 'https://aiproxy.io' : baseOf(account);
}

/** A custom channel names the whole address of its chat endpoint. */
function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : '';
}

type Source = (ask: Ask, account: ProviderAccount, today: Date) => Promise<number>;

/** Some providers send numbers as text. */
const amount = z
  .pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(Number))
  .check(z.refine((value) => Number.isFinite(value)));

/** The dashboard calls of OpenAI's own clients: a limit in dollars, and the usage in cents. */
const openaiDashboard: Source = async (ask, _, today) => {
  const limit = await ask('/v1/dashboard/billing/subscription', z.object({ hard_limit_usd: amount }));
  const [from, to] = [day(today, -99), day(today, 1)];
  const usage = await ask(
    `/v1/dashboard/billing/usage?start_date=${from}&end_date=${to}`,
    z.object({ total_usage: amount }),
  );
  return limit.hard_limit_usd - usage.total_usage / 100;
};

/** By channel type. */
const sources: Record<number, Source | undefined> = {
  1: openaiDashboard,
  [CUSTOM]: openaiDashboard,
  [AI_PROXY]: async (ask, { key }) => {
    const answer = z.object({ data: z.object({ totalPoints: amount }) });
    return (await ask('/api/report/getUserOverview', answer, { 'api-key': key })).data.totalPoints;
  },
  12: async (ask) =>
    (await ask('/dashboard/billing/credit_grants', z.object({ total_remaining: amount }))).total_remaining,
  13: async (ask) =>
    (await ask('/dashboard/billing/credit_grants', z.object({ total_available: amount }))).total_available,
  40: async (ask) => {
    const answer = z.object({ code: z.literal(20_000), data: z.object({ totalBalance: amount }) });
    return (await ask('/v1/user/info', answer)).data.totalBalance;
  },
  43: async (ask) => {
    const entry = z.object({ currency: z.string(), total_balance: amount });
    const { balance_infos } = await ask('/user/balance', z.object({ balance_infos: z.array(entry) }));
    const found = balance_infos.find(({ currency }) => currency === 'CNY') ?? balance_infos[0];
    if (!found) throw new AppError('channel_upstream_unreadable');
    return found.total_balance;
  },
};

function day(from: Date, offset: number): string {
  return new Date(from.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
}
