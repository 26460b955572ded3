import { isAscii } from 'node:buffer';
import type { Usage } from '@tollgate/pricing';
import type { Answer } from '../answer.ts';
import type { CallHold } from '../bill.ts';
import type { RelayContext } from '../context.ts';
import type { Asked, Dialect } from '../dialects/dialect.ts';
import { describe, type Failure, RelayError, UpstreamRefusal } from '../errors.ts';
import { type Exchange, languageOf } from '../exchange.ts';
import { type CutAnswer, endAtLength } from '../length-ending.ts';
import { LengthWatch } from '../length-watch.ts';
import { longestLine } from '../lines.ts';
import { beginStream, EVENT_STREAM } from '../pulse.ts';
import { type PumpResult, StreamPump } from '../pump.ts';
import { Converting, StreamFault } from '../readers/converting.ts';
import { Listed } from '../readers/listed.ts';
import { PassThrough } from '../readers/pass-through.ts';
import type { StreamReader } from '../readers/reader.ts';
import { Sound } from '../readers/sound.ts';
import { Watching } from '../readers/watching.ts';
import { convertWhole, measureWhole, passWhole, rephraseWhole, type WholeReply } from '../readers/whole.ts';
import type { Prepared } from '../request.ts';
import { readFirstIdentity, readLastIdentity } from '../stream-identity.ts';
import { completionFields, type TextTally } from '../tally.ts';
import type { UpstreamStream } from '../upstream.ts';
import { answerWords } from '../words.ts';

/** An answer that came to its end, in whatever way. */
export interface Outcome {
  usage: Partial<Usage>;
  /** How many of the pieces that were asked for came, where it may be fewer. */
  pieces?: number | undefined;
  /** What was written, for the case that the upstream did not count. */
  tally(): TextTally;
  /** The upstream came to the end that its format has. */
  complete: boolean;
  /** We stopped listening before the end: the caller left, the answer made no sense, or the gateway closes. */
  abandoned: boolean;
  /** Milliseconds since 1970. */
  firstByteAt: number | undefined;
  /** A word of the list of forbidden ones is in it. */
  sensitive: boolean;
  /**
   * Sends the last bytes: to be called when the money is settled, with what is charged.
   *
   * @throws {RelayError} when the answer cannot be told; the reply is then still to be written.
   */
  finish(charged: Usage): void;
}

/** Carries the answer to the caller. Resolves when the upstream has ended, also when the caller left before. */
export function forward(
  ctx: RelayContext,
  exchange: Exchange,
  answer: Answer,
  hold: CallHold,
  asked: Asked,
  dialect: Dialect,
): Promise<Outcome> | Outcome {
  const { content, prepared } = answer;
  const words = answerWords(ctx.options.current);
  if (content.kind === 'stream') {
    const reader = readerFor(answer, asked, dialect, ctx.now());
    reader.tally.watch = words?.watch();
    const told = asked.asList ? new Listed(reader) : reader;
    const isSound = reader instanceof Sound;
    const contentType = isSound ? content.contentType : told === reader ? EVENT_STREAM : 'application/json';
    return forwardStream(ctx, exchange, { ...content, contentType }, told, hold, asked, dialect);
  }
  try {
    const reply = tellWhole(content, prepared, asked, dialect, ctx.now());
    const sensitive = words?.occursIn(reply.tally().text()) ?? false;
    if (sensitive && ctx.options.current.StopOnSensitiveEnabled)
      return { ...withheld(reply, new RelayError(400, 'sensitive_words_answer')), sensitive };
    return forwardWhole(exchange, asked.asList ? { ...reply, body: `[${reply.body}]` } : reply, sensitive);
  } catch (cause) {
    ctx.log.warn(
      { err: cause, requestId: exchange.requestId, channel: answer.channel.id },
      'an answer makes no sense',
    );
    const unreadable = new RelayError(502, 'upstream_unreadable', {}, { cause });
    return withheld(measureWhole(content.json, prepared.operation), unreadable);
  }
}

function readerFor({ prepared }: Answer, asked: Asked, dialect: Dialect, now: number): StreamReader {
  const { native, operation, hidesUsage } = prepared;
  if (operation.sound) return new Sound();
  const lineBytes = longestLine(asked, prepared.upstreamModel, dialect);
  if (!native && operation.convert && dialect.retell)
    return new Converting(
      operation.convert.createDecoder(),
      dialect.retell.createFormatter(asked, now),
      lineBytes,
    );
  if (operation.watch) return new Watching(operation.watch(), lineBytes);
  const texts = operation.native === 'completions' ? completionFields : undefined;
  return new PassThrough(operation.readUsage, hidesUsage, texts, lineBytes);
}

/** @throws when the answer is not in the format of its provider. */
function tellWhole(
  { body, json, readWhole, contentType }: Extract<Answer['content'], { kind: 'whole' }>,
  { native, operation }: Prepared,
  asked: Asked,
  { retell }: Dialect,
  now: number,
): WholeReply {
  const { convert, rephrase } = operation;
  const whole = asked.asList ? { ...asked, stream: false } : asked;
  if (!native && convert && retell) return convertWhole(readWhole?.() ?? json, convert, retell, whole, now);
  return rephrase
    ? rephraseWhole(readWhole?.() ?? json, { bytes: body, contentType }, operation, asked)
    : passWhole(body, json, contentType, operation, readWhole);
}

function forwardWhole({ response }: Exchange, reply: WholeReply, sensitive: boolean): Outcome {
  const { body, contentType, usage, pieces } = reply;
  return {
    usage,
    pieces,
    tally: reply.tally,
    complete: true,
    abandoned: false,
    firstByteAt: undefined,
    sensitive,
    finish() {
      if (response.destroyed) return;
      // A caller who was kept waiting with comments reads events by now.
      if (response.headersSent) {
        response.end(contentType.startsWith('text/event-stream') ? body : `data: ${body}\n\n`);
        return;
      }
      response.writeHead(200, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
      // Head and text leave in one piece, bytes in a second; ASCII is the same as either.
      if (typeof body !== 'string' && isAscii(body)) response.end(body.toString('latin1'), 'latin1');
      else response.end(body);
    },
  };
}

/** An answer that cannot or may not be told: the work was done, so it is paid, but there is only an error to send. */
function withheld({ usage, tally }: Pick<WholeReply, 'usage' | 'tally'>, error: RelayError): Outcome {
  return {
    usage,
    tally,
    complete: true,
    abandoned: true,
    firstByteAt: undefined,
    sensitive: false,
    finish() {
      throw error;
    },
  };
}

function forwardStream(
  ctx: RelayContext,
  exchange: Exchange,
  { stream, contentType }: { stream: UpstreamStream; contentType: string },
  reader: StreamReader,
  hold: CallHold,
  asked: Asked,
  dialect: Dialect,
): Promise<Outcome> {
  const { response } = exchange;
  const firstByteAt = ctx.now();
  beginStream(response, contentType);
  const watch = reader instanceof Sound ? undefined : LengthWatch.create(ctx, hold, asked);
  const pump = new StreamPump(ctx, stream, response, reader, hold, { pulse: exchange.pulse, watch });
  const first = watch || hold.outputCap !== undefined ? readFirstIdentity(stream.peek()) : undefined;
  const endCut = (usage: Usage, cutAfter: Buffer) => {
    const last = readLastIdentity(cutAfter);
    const id = last.id || first?.id || exchange.requestId;
    const model = last.model || first?.model || asked.model;
    return endOfCut(reader, dialect, { asked, now: ctx.now(), id, model, usage });
  };
  return pump.run().then((result) => toOutcome(result, exchange, reader, dialect, firstByteAt, endCut));
}

function toOutcome(
  { error, last, left, ours, isCut, cutAfter = EMPTY }: PumpResult,
  exchange: Exchange,
  reader: StreamReader,
  dialect: Dialect,
  firstByteAt: number,
  endCut: (usage: Usage, cutAfter: Buffer) => string,
): Outcome {
  const { response } = exchange;
  const complete = !error && !isCut && reader.finished && !reader.failed;
  const explained = complete || isCut || reader.failed;
  const isSound = reader instanceof Sound;
  const failure = explained ? '' : tellFailure(reader, dialect.formatStreamError(toFailure(error, exchange)));
  return {
    usage: reader.usage,
    tally: () => reader.tally,
    complete,
    // Sound is there from the first byte on, and what was worked for it cannot be read from it.
    abandoned: left || isSound || isCut || (ours && !(error instanceof StreamFault)),
    firstByteAt,
    sensitive: reader.tally.watch?.found ?? false,
    finish(charged) {
      if (last !== undefined) response.write(last);
      if (isCut) {
        response.end(endCut(charged, cutAfter));
        return;
      }
      // There are no words for a failure in sound: a broken connection is one that no player takes for the end.
      if (isSound && !complete) response.destroy();
      else response.end(failure);
    },
  };
}

/** The end of an answer that was cut at its limit, in the caller's format. */
function endOfCut(
  reader: StreamReader,
  dialect: Dialect,
  cut: Omit<CutAnswer, 'text' | 'hasThoughts'>,
): string {
  const inner = reader instanceof Listed ? reader.inner : reader;
  const { tally } = reader;
  const events =
    inner instanceof Converting
      ? inner.cut(cut.usage)
      : endAtLength(dialect, { ...cut, text: tally.text(), hasThoughts: tally.thoughtBytes > 0 });
  return reader instanceof Listed ? reader.list(events, true) : events;
}

const EMPTY = Buffer.alloc(0);

/** A list that is left open would be no JSON. */
function tellFailure(reader: StreamReader, event: string): string {
  return reader instanceof Listed ? reader.list(event, true) : event;
}

/** Errors that the upstream or we put into words stay; all others mean that it broke off. */
function toFailure(error: unknown, exchange: Exchange): Failure {
  const known = error instanceof RelayError || error instanceof UpstreamRefusal;
  const reason = known ? error : new RelayError(502, 'upstream_cut', {}, { cause: error });
  return describe(reason, languageOf(exchange), exchange.requestId);
}
