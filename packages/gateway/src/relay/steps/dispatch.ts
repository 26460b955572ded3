import { storableText } from '../../core/storable-text.ts';
import { LedgerUnavailable } from '../../ledger/index.ts';
import { insertAttempt } from '../../repositories/relay-channels.ts';
import { priceName } from '../../services/ratios.ts';
import { pick, type RouteChannel, type Routes } from '../../services/routing.ts';
import type { Answer } from '../answer.ts';
import { callUpstream } from '../call-upstream.ts';
import type { RelayContext } from '../context.ts';
import type { Asked, Dialect } from '../dialects/dialect.ts';
import { RelayError, UpstreamRefusal } from '../errors.ts';
import type { HeldLength } from '../length-limit.ts';
import { parseObject, readAnswer } from '../parse-object.ts';
import type { Operation } from '../providers/provider.ts';
import { readRefusal, secretsOf } from '../refusals.ts';
import { type Prepared, prepare } from '../request.ts';
import { shownName } from '../shown-name.ts';

interface Order {
  requestId: string;
  /** The group that chooses channels. */
  group: string;
  asked: Asked;
  dialect: Dialect;
  /** How long the answers may be; absent when nobody pays. */
  held?: HeldLength;
  /** The one that an administrator asked for; it is not left for another. */
  channelId: number | undefined;
  /** Called when a socket is open, before the first byte. */
  onDispatch(channelId: number): void;
}

const ANTHROPIC = 14;
const JSON_TYPE = 'application/json';

/**
 * Tries channels until one begins to answer. Until then a failure moves on to the next; `RetryTimes` says how often.
 * Those whose key was refused and that have another come once more, when nobody else is left.
 *
 * @throws {RelayError | UpstreamRefusal} the last failure, or that there is no channel.
 */
export async function dispatch(ctx: RelayContext, order: Order): Promise<Answer> {
  const routes = await ctx.routing.routes();
  let tried: readonly number[] = [];
  const passed = new Set<number>();
  const withAnotherKey = new Set<number>();
  const budget = order.channelId === undefined ? 1 + ctx.options.current.RetryTimes : 1;
  let last: unknown;
  let untold: RelayError | undefined;

  while (tried.length < budget) {
    let channel = choose(ctx, routes, order, passed);
    if (!channel && withAnotherKey.size > 0) {
      for (const id of withAnotherKey) passed.delete(id);
      withAnotherKey.clear();
      channel = choose(ctx, routes, order, passed);
    }
    if (!channel) break;
    passed.add(channel.id);
    const prepared = prepareFor(ctx, channel, order);
    if (prepared instanceof RelayError && untold?.code !== 'field_unsupported') untold = prepared;
    if (!prepared || prepared instanceof RelayError) {
      if (order.channelId === undefined) continue;
      break;
    }
    tried = [...tried, channel.id]; // A list that grows by itself makes room for sixteen more.
    ctx.health.chosen(channel.id);
    const startedAt = ctx.now();
    try {
      const content = await ask(ctx, order, channel, prepared);
      ctx.health.answered(channel.id);
      return { channel, prepared, tried, content };
    } catch (error) {
      last = toRefusal(error, channel);
      if (!(last instanceof UpstreamRefusal)) throw last;
      note(ctx, order.requestId, channel, tried.length, last, startedAt, prepared.target.key);
      if (isOurLimit(last, prepared)) throw shortAnswer(prepared, last);
      if (channel.hasAnotherKey(prepared.target.key, last.status)) withAnotherKey.add(channel.id);
      if (!mayRetry(last.status, channel.type)) break;
    }
  }
  throw (
    last ??
    untold ??
    new RelayError(503, 'no_channel', { group: order.group, model: shownName(order.asked.model) })
  );
}

/** @throws {RelayError} 400 or 403 for a channel that was asked for and cannot be had. */
export function choose(
  ctx: RelayContext,
  routes: Routes,
  { group, asked, channelId }: Pick<Order, 'group' | 'channelId'> & { asked: Pick<Asked, 'model'> },
  passed: ReadonlySet<number>,
): RouteChannel | undefined {
  if (channelId === undefined) {
    const tiers = routes.tiers(group, asked.model);
    // Custom GPTs are offered under one name for all.
    const shared = tiers.length > 0 ? tiers : routes.tiers(group, priceName(asked.model));
    return pick(shared, passed, ctx.health.isResting, ctx.random);
  }
  const channel = routes.channel(channelId);
  if (!channel) throw new RelayError(400, 'channel_unknown', { id: channelId });
  if (channel.status !== 1) throw new RelayError(403, 'channel_disabled', { id: channelId });
  return channel;
}

/** A channel whose key cannot be unsealed, or whose vendor cannot be told all of it, is passed over for another. */
export function prepareFor(
  ctx: RelayContext,
  channel: RouteChannel,
  { asked, dialect, held }: Pick<Order, 'asked' | 'dialect' | 'held'>,
): Prepared | RelayError | undefined {
  try {
    const prepared = prepare(channel, asked, dialect, ctx.options.current, held);
    return prepared ?? new RelayError(501, 'operation_unsupported', { model: shownName(asked.model) });
  } catch (error) {
    if (error instanceof RelayError && error.code === 'field_unsupported') return error;
    if (error instanceof RelayError) throw error;
    ctx.log.error({ err: error, channel: channel.id }, 'a channel cannot be used');
    return undefined;
  }
}

/** Whether the upstream refused a request because of the limit that the balance put into it. */
function isOurLimit(refusal: UpstreamRefusal, { outputCap }: Prepared): boolean {
  if (outputCap === undefined || (refusal.status !== 400 && refusal.status !== 422)) return false;
  const words = wordsOf(refusal);
  return limitNames.test(words) || (!unknownField.test(words) && tooLong.test(words));
}

const limitNames = /max_?(completion_|output_)?tokens|maxOutputTokens/i;
const tooLong = /context|length|too (large|long)/i;
/** The upstream does not know a field at all, so no other value helps. */
const unknownField =
  /(un(known|recogni[sz]ed|supported|expected)|invalid) (name|parameter|field|argument|request argument|keyword)|unknown_parameter|unsupported_parameter|not (supported|permitted|allowed)|extra (fields|inputs)/i;

function wordsOf({ code, param, message }: UpstreamRefusal): string {
  return `${code} ${param} ${message}`;
}

/** What the balance covers, and what the caller can do about it. */
function shortAnswer({ outputCap = 0 }: Prepared, cause: UpstreamRefusal): RelayError {
  const text = unknownField.test(wordsOf(cause))
    ? 'balance_needs_length_limit'
    : 'balance_covers_short_answer';
  return new RelayError(403, 'insufficient_user_quota', { tokens: outputCap }, { cause, text });
}

async function ask(
  ctx: RelayContext,
  { onDispatch }: Order,
  channel: RouteChannel,
  prepared: Prepared,
): Promise<Answer['content']> {
  const { operation, target } = prepared;
  const opened = await callUpstream(ctx, ctx.passes, {
    channelId: channel.id,
    prepared,
    silenceMs: channel.silenceMs ?? ctx.silenceMs,
    answerMs: ctx.answerMs,
    onDispatch: () => onDispatch(channel.id),
  });
  if (opened.kind === 'stream') {
    const failed = firstError(opened.stream.peek(), operation);
    if (!failed)
      return { kind: 'stream', stream: opened.stream, contentType: opened.headers['content-type'] ?? '' };
    opened.stream.abort();
    throw readRefusal(failed.status, opened.headers, failed.body, secretsOf(target.key));
  }
  const { status, headers } = opened;
  const { bytes: body, json, readWhole } = await readAnswer(ctx.scanner, opened.body);
  const fault = json && operation.findFault?.(json);
  if (fault) throw readRefusal(fault.status, headers, { error: fault }, secretsOf(target.key));
  // Some say that all is well and send the error in the body, or a page of their hoster.
  const contentType = operation.anyAnswer ? (headers['content-type'] ?? 'application/json') : JSON_TYPE;
  const readable = json ?? (operation.anyAnswer && !contentType.startsWith('text/html') ? {} : undefined);
  if (status >= 200 && status < 300 && readable && !isError(readable))
    return { kind: 'whole', body, json: readable, ...(readWhole && { readWhole }), contentType };
  throw readRefusal(status >= 300 ? status : 502, headers, json, secretsOf(target.key));
}

/** The error that a stream begins with, or that it has nothing to say. */
function firstError(
  bytes: Buffer,
  { findFault }: Operation,
): { status: number; body: Record<string, unknown> } | undefined {
  if (bytes.length === 0) return { status: 502, body: {} };
  if (!findFault && !bytes.includes('"error"')) return undefined; // Nearly always: spares the reading of the line.
  const line = /^(?:\ufeff)?(?:event:[^\n]*\n)?data:\s*(\{.*)/.exec(bytes.toString('utf8', 0, 8192));
  const json = line && parseObject(Buffer.from(line[1] ?? ''));
  if (!json) return undefined;
  const fault = findFault?.(json);
  if (fault) return { status: fault.status, body: { error: fault } };
  return isError(json) ? { status: 502, body: json } : undefined;
}

function isError(json: Record<string, unknown>): boolean {
  if (json.type === 'error') return true;
  return json.error !== undefined && json.error !== null && json.choices === undefined;
}

/** Failures of the way up count as 502 of the upstream; what is ours stays ours. */
export function toRefusal(error: unknown, { statusMapping }: RouteChannel): unknown {
  if (error instanceof RelayError) return error;
  if (error instanceof LedgerUnavailable)
    return new RelayError(503, 'busy', {}, { cause: error, retryAfter: 2 });
  if (!(error instanceof UpstreamRefusal)) return new UpstreamRefusal({ status: 0, message: '' }, error);
  const status = statusMapping.get(error.status) ?? error.status;
  return status === error.status
    ? error
    : new UpstreamRefusal({ ...error, status, message: error.message }, error);
}

/** The statuses are those of the wire. Without an answer (0) another channel may be luckier. */
export function mayRetry(status: number, channelType: number): boolean {
  if (status === 400) return channelType === ANTHROPIC;
  return status !== 408 && status !== 504 && status !== 524;
}

/** Off the caller's path: what went wrong is written down, and a channel whose account is gone is taken out. */
export function note(
  ctx: RelayContext,
  requestId: string,
  channel: RouteChannel,
  n: number,
  refusal: UpstreamRefusal,
  startedAt: number,
  key?: string,
): void {
  const { status, kind, code, message, retryAfter } = refusal;
  const attempt = {
    request_id: requestId,
    n,
    channel_id: channel.id,
    error_class: storableText(status === 0 ? networkCode(refusal) : code || kind || 'refused', 64),
    status,
    started_at: startedAt,
    ended_at: ctx.now(),
  };
  const warn = (error: unknown) =>
    ctx.log.warn({ err: error, requestId }, 'a failed attempt was not written down');
  insertAttempt(ctx.logDb, attempt).catch(warn);
  ctx.health.report(channel, { status, kind, code, message, retryAfter }, key).catch(warn);
}

/** What broke, in the words of our HTTP client: for administrators, never for callers. */
function networkCode({ cause }: UpstreamRefusal): string {
  const { code, name } = cause as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
