import { isAscii } from 'node:buffer';
import type { Usage } from '@tollgate/pricing';
import type { DialectCall, HeldCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { RelayError, type UpstreamError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { mayCancel } from '../metering/countable.ts';
import { completionFields, TextTally } from '../metering/tally.ts';
import { answerWords } from '../prompt/words.ts';
import type { Prepared } from '../request/request.ts';
import type { Answer } from '../streaming/answer.ts';
import { beginStream, EVENT_STREAM } from '../streaming/heartbeat.ts';
import { endOfCut } from '../streaming/length-ending.ts';
import { LengthWatch } from '../streaming/length-watch.ts';
import { longestLine } from '../streaming/lines.ts';
import { type PumpResult, StreamPump } from '../streaming/pump.ts';
import { BinaryReader } from '../streaming/readers/binary.ts';
import { Converting, StreamFault } from '../streaming/readers/converting.ts';
import { JsonListReader } from '../streaming/readers/listed.ts';
import { PassThrough } from '../streaming/readers/pass-through.ts';
import type { MadeIds, StreamReader } from '../streaming/readers/reader.ts';
import { WordWatchReader } from '../streaming/readers/watching.ts';
import {
  adaptWhole,
  convertWhole,
  measureWhole,
  passWhole,
  type WholeReply,
} from '../streaming/readers/whole.ts';
import { failureOf, formatFailure, toStreamError } from '../streaming/stream-failure.ts';
import { readFirstIdentity, readLastIdentity } from '../streaming/stream-identity.ts';
import type { WholeContent } from '../streaming/whole-content.ts';
import type { UpstreamStream } from '../upstream/upstream.ts';

/** A response that ended, in any way. */
export interface Outcome extends MadeIds {
  usage: Partial<Usage>;
  /** How many of the requested pieces came, if it may be fewer. */
  pieces?: number | undefined;
  /** The output, in case the upstream did not report usage. */
  tally(): TextTally;
  /** The upstream sent the end marker of its format. */
  complete: boolean;
  /** The gateway stopped reading early: the caller left, the response was invalid, or the gateway closes. */
  abandoned: boolean;
  /** The upstream was cancelled because the caller left. */
  cancelled?: boolean;
  /** What the caller got instead of the end of the answer. */
  failure?: RelayError | UpstreamError | undefined;
  /** Milliseconds since 1970. */
  firstByteAt: number | undefined;
  /** The output contains a forbidden word. */
  sensitive: boolean;
  /**
   * Sends the last bytes. Called after the money is settled, with the charged usage.
   *
   * @throws {RelayError} when the response cannot be converted; an error must then still be sent.
   */
  finish(charged: Usage): void;
}

type ForwardedCall = Omit<DialectCall & HeldCall, 'caller' | 'group'>;

/**
 * Forwards the response to the caller. Resolves when the upstream has ended, even if the caller left before.
 */
export function forward(ctx: RelayContext, call: ForwardedCall, answer: Answer): Promise<Outcome> | Outcome {
  const { exchange, relayRequest, dialect } = call;
  const { content, prepared } = answer;
  const words = answerWords(ctx.options.current);
  if (content.kind === 'left') return LEFT;
  if (content.kind === 'stream') {
    const reader = readerFor(answer, relayRequest, dialect, ctx.now());
    reader.tally.watch = words?.watch();
    const outputReader = relayRequest.asList ? new JsonListReader(reader) : reader;
    const isSound = prepared.operation.transport.kind === 'audio';
    const textType = outputReader === reader ? EVENT_STREAM : 'application/json';
    const contentType = isSound ? content.contentType : textType;
    const left = { channel: answer.channel, prepared, relayRequest, hold: call.hold };
    const sent = {
      ...{ stream: content.stream, contentType, key: prepared.target.key, isSound },
      mayCancel: () => mayCancel(left, reader),
    };
    return forwardStream(ctx, call, sent, outputReader);
  }
  try {
    const reply = formatWhole(content, prepared, call, ctx.now());
    const sensitive = words?.occursIn(reply.tally().text()) ?? false;
    if (sensitive && ctx.options.current.StopOnSensitiveEnabled)
      return { ...toRefusedOutcome(reply, new RelayError(400, 'sensitive_words_answer')), sensitive };
    const shown = relayRequest.asList ? { ...reply, body: `[${reply.body}]` } : reply;
    return forwardWhole(exchange, shown, sensitive);
  } catch (cause) {
    ctx.log.warn(
      { err: cause, requestId: exchange.requestId, channel: answer.channel.id },
      'an answer makes no sense',
    );
    const unreadable = new RelayError(502, 'upstream_unreadable', {}, { cause });
    return toRefusedOutcome(measureWhole(content.json, prepared.operation), unreadable);
  }
}

function readerFor(
  { prepared, content }: Answer,
  relayRequest: RelayRequest,
  dialect: Dialect,
  now: number,
): StreamReader {
  const { native, operation, hidesUsage, mend } = prepared;
  const { stream, translate, transport, usage } = operation;
  const isInEvents = content.kind === 'stream' && /event-?stream/.test(content.contentType);
  if (transport.kind === 'audio' && !isInEvents) return new BinaryReader();
  const lineBytes = longestLine(relayRequest, prepared.upstreamModel, dialect);
  if (!native && translate.kind === 'chat' && dialect.translator)
    return new Converting(
      translate.conversion.createDecoder(),
      dialect.translator.createFormatter(relayRequest, now),
      lineBytes,
    );
  if (stream?.kind === 'events') return new WordWatchReader(stream.createReader(), lineBytes);
  const texts = operation.native === 'completions' ? completionFields : undefined;
  return new PassThrough(usage.read, { hidesUsage, texts, lineBytes, mend });
}

/** @throws when the response is not in the format of its provider. */
function formatWhole(
  content: WholeContent,
  { native, operation, mend }: Prepared,
  { relayRequest, dialect: { translator } }: ForwardedCall,
  now: number,
): WholeReply {
  const { json, readWhole } = content;
  const { translate } = operation;
  const whole = relayRequest.asList ? { ...relayRequest, stream: false } : relayRequest;
  if (!native && translate.kind === 'chat' && translator)
    return convertWhole(readWhole?.() ?? json, translate.conversion, {
      translator,
      relayRequest: whole,
      now,
    });
  return translate.kind === 'endpoint'
    ? adaptWhole({ ...content, json: readWhole?.() ?? json }, operation, translate, relayRequest)
    : passWhole(content, operation, mend);
}

function forwardWhole({ response }: Exchange, reply: WholeReply, sensitive: boolean): Outcome {
  const { contentType, usage, pieces } = reply;
  return {
    usage,
    pieces,
    tally: reply.tally,
    complete: true,
    abandoned: false,
    firstByteAt: undefined,
    sensitive,
    finish(charged) {
      if (response.destroyed) return;
      const body = reply.withUsage?.(charged) ?? reply.body;
      // A caller who got heartbeat comments reads events by now.
      if (response.headersSent) {
        response.end(contentType.startsWith('text/event-stream') ? body : `data: ${body}\n\n`);
        return;
      }
      const length = String(Buffer.byteLength(body));
      response.writeHead(200, ['content-type', contentType, 'content-length', length]);
      // Head and text are sent in one write, bytes in a second; of a large body a copy would cost more.
      const isCopied = typeof body !== 'string' && body.length <= COPIED_BYTES && isAscii(body);
      if (isCopied) response.end(body.toString('latin1'), 'latin1');
      else response.end(body);
    },
  };
}

/**
 * A response that cannot or may not be sent: the work was done, so it is paid, but the caller gets an error.
 */
function toRefusedOutcome({ usage, tally }: Pick<WholeReply, 'usage' | 'tally'>, error: RelayError): Outcome {
  return {
    usage,
    tally,
    complete: true,
    abandoned: true,
    failure: error,
    firstByteAt: undefined,
    sensitive: false,
    finish() {
      throw error;
    },
  };
}

/** Nothing came, as the upstream was cancelled: it costs the prompt. */
const LEFT: Outcome = {
  usage: {},
  tally: () => new TextTally(),
  complete: false,
  abandoned: true,
  cancelled: true,
  firstByteAt: undefined,
  sensitive: false,
  finish() {},
};

interface StreamContent {
  mayCancel(): boolean;
  readonly stream: UpstreamStream;
  readonly contentType: string;
  /** The upstream's key, which no message may repeat. */
  readonly key: string;
  /** Sound counts from the first byte on. */
  readonly isSound: boolean;
}

function forwardStream(
  ctx: RelayContext,
  { exchange, relayRequest, dialect, hold }: ForwardedCall,
  { stream, contentType, key, isSound, mayCancel }: StreamContent,
  reader: StreamReader,
): Promise<Outcome> {
  const { response } = exchange;
  const firstByteAt = ctx.now();
  beginStream(response, contentType);
  const watch = reader instanceof BinaryReader ? undefined : LengthWatch.create(ctx, hold, relayRequest);
  const { heartbeat } = exchange;
  const pump = new StreamPump(ctx, { stream, reader, response, hold, heartbeat, watch, mayCancel });
  const first = watch || hold.outputCap !== undefined ? readFirstIdentity(stream.peek()) : undefined;
  const endCut = (usage: Usage, cutAfter: Buffer) => {
    const last = readLastIdentity(cutAfter);
    const id = last.id || first?.id || exchange.requestId;
    const model = last.model || first?.model || relayRequest.model;
    return endOfCut(reader, dialect, { relayRequest, now: ctx.now(), id, model, usage });
  };
  return pump
    .run()
    .then((result) => toOutcome(result, { exchange, dialect, reader, key, isSound, firstByteAt, endCut }));
}

interface ForwardedStream extends Pick<StreamContent, 'key' | 'isSound'> {
  readonly exchange: Exchange;
  readonly dialect: Dialect;
  readonly reader: StreamReader;
  readonly firstByteAt: number;
  /** Ends an answer that was cut, with the charged usage. */
  endCut(usage: Usage, cutAfter: Buffer): string;
}

function toOutcome(
  { error, last, hasCallerLeft, isCancelled, ours, isCut, cutAfter = EMPTY }: PumpResult,
  { exchange, dialect, reader, key, isSound, firstByteAt, endCut }: ForwardedStream,
): Outcome {
  const { response } = exchange;
  const complete = !error && !isCut && reader.finished && !reader.failed;
  const explained = complete || isCut || reader.failed;
  const isBinary = reader instanceof BinaryReader;
  const failure = complete || isCut || hasCallerLeft ? undefined : failureOf(error, reader, key);
  const event = explained
    ? ''
    : formatFailure(failure ?? toStreamError(error, key), { exchange, dialect, reader });
  return {
    usage: reader.usage,
    tally: () => reader.tally,
    references: reader.references,
    items: reader.items,
    complete,
    // Sound counts from the first byte on, and its usage cannot be read from it.
    abandoned: hasCallerLeft || isSound || isCut || (ours && !(error instanceof StreamFault)),
    ...(isCancelled && { cancelled: true }),
    failure,
    firstByteAt,
    sensitive: reader.tally.watch?.found ?? false,
    finish(charged) {
      const end = isCut ? endCut(charged, cutAfter) : event;
      // Audio has no error event: a broken connection is not mistaken for the end by any player.
      const breaksOff = isBinary && !complete && !isCut;
      if (!breaksOff && end === '') return void response.end(last);
      if (last !== undefined) response.write(last);
      if (breaksOff) response.destroy();
      else response.end(end);
    },
  };
}

const COPIED_BYTES = 32 * 1024;
const EMPTY = Buffer.alloc(0);
