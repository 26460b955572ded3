import { ChannelFieldError } from '../core/channel-field-error.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { Probe, ProbeAnswer, Question } from '../services/channel-probe.ts';
import type { RouteChannel } from '../services/route-channel.ts';
import { callUpstream } from './call-upstream.ts';
import { RelayError, UpstreamRefusal } from './errors.ts';
import { parseObject } from './parse-object.ts';
import { createPasses } from './passes.ts';
import { usageOf } from './readers/whole.ts';
import { readRefusal, secretsOf } from './refusals.ts';
import { type Prepared, prepare } from './request.ts';
import { findRoute } from './routes.ts';
import { isDialect } from './serving.ts';

/** How long a provider may be silent before a test has failed. */
const SILENCE_MS = 60_000;

/**
 * Asks one question through one channel, as a call of a user would reach it: the same dialect, the same adapter, the
 * same way out. Nothing is reserved or charged, and no other channel is tried.
 *
 * @throws {AppError} `channel_test_unsupported` when the gateway cannot ask such a provider this, `invalid_input` for a
 *   field of the channel that no address can be built from
 */
export const probe: Probe = async (ctx, channel, question) => {
  const prepared = await prepareFor(ctx, channel, question);
  const { operation, upstreamModel, target } = prepared;
  try {
    // A pass of its own: the test shows that the key still gets one.
    const opened = await callUpstream(ctx, createPasses(ctx), {
      channelId: channel.id,
      prepared,
      silenceMs: SILENCE_MS,
      onDispatch() {},
    });
    if (opened.kind === 'stream') {
      opened.stream.abort();
      throw new UpstreamRefusal({ status: 502, message: 'the answer is a stream that nobody asked for' });
    }
    const { status, headers, body } = opened;
    const json = parseObject(body);
    const secrets = secretsOf(target.key);
    const said = json && operation.findFault?.(json);
    if (said) throw readRefusal(said.status, headers, { error: said }, secrets);
    if (status < 200 || status > 299 || !json || json.error)
      throw readRefusal(status >= 300 ? status : 502, headers, json, secrets);
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
    const prepared = dialect && prepare(channel, await dialect.parse(sent), dialect, ctx.options.current);
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
  if (error instanceof UpstreamRefusal) {
    const { status, kind, code, message, retryAfter } = error;
    return { status, kind, code, message, retryAfter };
  }
  const code = String((error as { code?: unknown }).code ?? (error as Error).name);
  return { status: 0, kind: 'upstream_error', code: '', message: code, retryAfter: undefined };
}
