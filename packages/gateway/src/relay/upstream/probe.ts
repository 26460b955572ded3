import { ChannelFieldError } from '../../core/channel-field-error.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Probe, ProbeAnswer, Question } from '../../modules/channels/health/channel-probe.ts';
import type { RouteChannel } from '../../modules/channels/routing/route-channel.ts';
import { RelayError, UpstreamError } from '../errors.ts';
import { parseObject } from '../request/parse-object.ts';
import { type Prepared, prepare } from '../request/request.ts';
import { findRoute } from '../routes/routes.ts';
import { isDialect } from '../routes/serving.ts';
import { usageOf } from '../streaming/readers/whole.ts';
import { createAccessTokenCache } from './access-token-cache.ts';
import { callUpstream } from './call-upstream.ts';
import { unreadableAnswer } from './odd-answers.ts';
import { parseUpstreamError, secretsOf } from './upstream-errors.ts';

/** Milliseconds that a provider may be silent before a test fails. */
const SILENCE_MS = 60_000;

/**
 * Sends one test call through one channel, like a call of a user: same dialect, adapter and network path.
 * Reserves and charges nothing, and tries no other channel.
 *
 * @throws {AppError} `channel_test_unsupported` when the gateway cannot send this to such a provider,
 * `invalid_input` for a channel field that gives no valid URL
 */
export const probe: Probe = async (ctx, channel, question) => {
  const prepared = await prepareFor(ctx, channel, question);
  const { operation, upstreamModel, target } = prepared;
  try {
    // A new access token: the test shows that the key still gets one.
    const response = await callUpstream(ctx, createAccessTokenCache(ctx), {
      channelId: channel.id,
      prepared,
      silenceMs: SILENCE_MS,
      onDispatch() {},
    });
    if (response.kind === 'stream') {
      response.stream.abort();
      throw new UpstreamError({ status: 502, message: 'the answer is a stream, though none was requested' });
    }
    const { status, headers, body } = response;
    const json = parseObject(body);
    const secrets = secretsOf(target.key);
    const fault = json && operation.findFault?.(json);
    const unreadable = json ? undefined : unreadableAnswer(status, headers['content-type'] ?? '', body);
    if (unreadable) throw unreadable;
    if (fault) throw parseUpstreamError(fault.status, headers, { error: fault }, secrets);
    if (status < 200 || status > 299 || !json || json.error)
      throw parseUpstreamError(status >= 300 ? status : 502, headers, json, secrets);
    return { upstreamModel, usage: usageOf(json, operation) };
  } catch (error) {
    return { upstreamModel, usage: {}, fault: toFault(error) };
  }
};

async function prepareFor(ctx: Context, channel: RouteChannel, question: Question): Promise<Prepared> {
  const { path, body } = question;
  const shape = findRoute('POST', path)?.dialect;
  const dialect = shape && isDialect(shape) ? shape : undefined;
  const sent = { body: Buffer.from(JSON.stringify(body)), headers: JSON_HEADERS, url: path };
  try {
    const call = dialect && { relayRequest: await dialect.parse(sent), dialect };
    const prepared = call && prepare(channel, call, ctx.options.current);
    if (prepared) return prepared;
  } catch (cause) {
    if (cause instanceof ChannelFieldError)
      throw new AppError('invalid_input', { field: cause.field, reason: cause.reason }, { cause });
    if (!(cause instanceof RelayError)) throw cause;
    throw new AppError('channel_test_unsupported', { model: body.model }, { cause });
  }
  throw new AppError('channel_test_unsupported', { model: body.model });
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function toFault(error: unknown): NonNullable<ProbeAnswer['fault']> {
  if (error instanceof UpstreamError) {
    const { status, kind, code, message, retryAfter, details } = error;
    const answered = details && { answered: Number(details.status) };
    return { status, kind, code, message, retryAfter, ...answered };
  }
  const code = String((error as { code?: unknown }).code ?? (error as Error).name);
  return { status: 0, kind: 'upstream_error', code: '', message: code, retryAfter: undefined };
}
