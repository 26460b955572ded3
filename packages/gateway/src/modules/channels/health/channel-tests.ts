import {
  CHANNEL_TEST_NAME,
  ChannelStatus,
  type ErrorCode,
  findChannelType,
  LogType,
} from '@tollgate/contract';
import { adjustmentFields, noUsage, type Price, quotaOf, type TokenPrice } from '@tollgate/pricing';
import type { Context, SiteOptions } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import * as users from '../../identity/repository/users.ts';
import { findPrice } from '../../models/find-price.ts';
import * as outbox from '../../notifications/repository/outbox.ts';
import { randomText } from '../../secrets/random.ts';
import { nowSeconds } from '../../shared/caller.ts';
import { type ChannelRow, loadChannel } from '../channel-rows.ts';
import { UNREADABLE_PROXY } from '../destination/channel-proxies.ts';
import { statesOf } from '../keys/channel-key-states.ts';
import { logUnreadableKey } from '../keys/channel-keys.ts';
import { toConnectionError } from '../providers/connection-error.ts';
import * as channels from '../repository/channels.ts';
import { toRouteChannel } from '../routing/route-channel.ts';
import type { Fault } from './channel-health.ts';
import { type Probe, type ProbeAnswer, questionFor } from './channel-probe.ts';
import { testModelOf } from './test-model.ts';

/** The result of a test. */
export interface TestOutcome {
  timeMs: number;
  /** The key of the request; absent when no request was sent. */
  key?: string;
  error?: AppError;
  /** The refusal of the provider, when there was one. */
  fault?: Fault;
}

/** The user whose log the tests are in: the first user. */
const TESTER_ID = 1;

/** Tests one channel, switched on or not. @throws {AppError} `channel_not_found` */
export async function testOne(
  ctx: Context,
  { id, model }: { id: number; model?: string | undefined },
  probe: Probe,
): Promise<TestOutcome> {
  return test(ctx, await loadChannel(ctx, id), probe, { model });
}

export interface TestChoices {
  /** Default: what `testModelOf` returns. */
  readonly model?: string | undefined;
  /** Default: the next enabled key. */
  readonly key?: string;
}

/** Tests a channel with one call. */
export async function test(
  ctx: Context,
  row: ChannelRow,
  probe: Probe,
  { model: wanted, key }: TestChoices = {},
): Promise<TestOutcome> {
  const startedAt = ctx.now();
  try {
    const { answer, key: used } = await ask(ctx, row, probe, { wanted, key });
    const timeMs = Math.max(1, ctx.now() - startedAt);
    const { fault } = answer;
    await record(ctx, row, fault ? undefined : timeMs, key);
    if (!fault) return { timeMs, key: used };
    return { timeMs, key: used, fault, error: toError(fault) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'channel_key_unreadable') logUnreadableKey(ctx, row.id);
    // A provider that no test can reach has no result.
    if (error.code !== 'channel_test_unsupported') await record(ctx, row, undefined, key);
    return { timeMs: ctx.now() - startedAt, error };
  }
}

/** Records the last test: a time without a response time means that it failed. A single key may fail alone. */
async function record(ctx: Context, { id }: ChannelRow, timeMs: number | undefined, key?: string) {
  const result = timeMs !== undefined || key === undefined ? { response_time: timeMs ?? 0 } : {};
  await channels.update(ctx.db, id, { test_time: nowSeconds(ctx), ...result });
}

function toError(fault: Fault): AppError {
  if (fault.status === 0) return toConnectionError({ code: fault.message });
  const odd = oddAnswers.get(fault.code);
  if (odd && fault.answered !== undefined) return new AppError(odd, { status: fault.answered });
  if (SAYS_NOTHING.test(fault.message))
    return new AppError('channel_upstream_status', { status: fault.status });
  return new AppError('channel_test_failed', { answer: fault.message || `status ${fault.status}` });
}

/** The gateway's own words about a refusal without any. */
const SAYS_NOTHING = /^bad response status code \d+$/;

/** By the code that callers of the relay get for the same answer. */
const oddAnswers: ReadonlyMap<string, ErrorCode> = new Map([
  ['upstream_no_json', 'channel_upstream_no_json'],
  ['upstream_page', 'channel_upstream_page'],
  ['upstream_no_content', 'channel_upstream_unreadable'],
]);

/** @throws {AppError} `channel_test_unsupported`, `channel_key_unreadable`, `channel_proxy_unreadable` */
async function ask(
  ctx: Context,
  row: ChannelRow,
  probe: Probe,
  { wanted, key: chosen }: { wanted: string | undefined; key: string | undefined },
): Promise<{ answer: ProbeAnswer; key: string }> {
  const tester = await users.find(ctx.db, TESTER_ID);
  const group = tester?.group ?? 'default';
  const options = ctx.options.current;
  const model = wanted || testModelOf(row, options, group);
  // Drawings and songs are tasks that cost money.
  if (findChannelType(row.type)?.serves) throw new AppError('channel_test_unsupported', { model });

  const startedAt = ctx.now();
  const channel = toRouteChannel(row, ctx.secrets, await statesOf(ctx, row.id));
  if (channel.proxy === UNREADABLE_PROXY) throw new AppError('channel_proxy_unreadable', { id: row.id });
  const key = chosen ?? channel.key();
  const answer = await probe(ctx, { ...channel, key: () => key }, questionFor(row.type, model));
  if (!answer.fault && options.LogConsumeEnabled)
    await writeDown(ctx, answer, {
      channelId: row.id,
      username: tester?.username ?? '',
      group,
      model,
      price: priceFor(options, model, group),
      startedAt,
    });
  return { answer, key };
}

/** A model without a price costs nothing here: a test shows whether address and key work. */
function priceFor(options: SiteOptions, model: string, group: string): Price {
  const price = findPrice(options, model, group, options.SelfUseModeEnabled);
  if (price) return { ...price, groupRatio: 1 };
  return { ...(findPrice(options, model, group, true) as TokenPrice), modelRatio: 0, groupRatio: 1 };
}

interface AnsweredTest {
  readonly channelId: number;
  readonly username: string;
  readonly group: string;
  readonly model: string;
  readonly price: Price;
  readonly startedAt: number;
}

/** Writes a row in the usage log, without a billing basis: tests are not charged. */
async function writeDown(
  ctx: Context,
  { usage, upstreamModel }: ProbeAnswer,
  { channelId: channel_id, username, group, model: model_name, price, startedAt }: AnsweredTest,
): Promise<void> {
  const used = { ...noUsage, ...usage };
  const other = {
    model_ratio: price.modelRatio,
    model_price: price.kind === 'tokens' ? -1 : price.dollars,
    completion_ratio: price.completionRatio,
    group_ratio: 1,
    ...adjustmentFields(price, used),
    use_time_ms: ctx.now() - startedAt,
    ...(upstreamModel !== model_name && { is_model_mapped: true, upstream_model_name: upstreamModel }),
  };
  const row = {
    request_id: `test-${randomText(24)}`,
    user_id: TESTER_ID,
    username,
    created_at: nowSeconds(ctx),
    type: LogType.consumption,
    content: CHANNEL_TEST_NAME,
    token_name: CHANNEL_TEST_NAME,
    model_name,
    quota: quotaOf(price, used),
    prompt_tokens: used.input,
    completion_tokens: used.output,
    use_time: Math.round((ctx.now() - startedAt) / 1000),
    duration_ms: ctx.now() - startedAt,
    status: 200,
    channel_id,
    group,
    other: JSON.stringify(other),
  };
  const announcement = {
    topic: 'usage',
    dedup_key: row.request_id,
    payload: JSON.stringify(row),
    next_at: 0,
  };
  await outbox.add(ctx.db, announcement); // The log may be a database that is away.
  await ctx.ledger
    .deliver()
    .catch((err: unknown) => ctx.log.error({ err }, 'The row of a test follows later'));
}

/** Lists channels that are enabled or that the gateway disabled, but not those that an admin disabled. */
export function listTestable(ctx: Context): Promise<ChannelRow[]> {
  return channels.listByStatus(ctx.db, [ChannelStatus.enabled, ChannelStatus.tripped]);
}
