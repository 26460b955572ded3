import type { Usage } from '@tollgate/pricing';
import { RelayError } from '../errors.ts';
import {
  type ActiveResponse,
  contextOf,
  type ExpectedResponse,
  estimateOf,
  grown,
} from './active-response.ts';
import {
  isTextOf,
  limitAnswer,
  maxOutputOf,
  objectOf,
  type RealtimeEvent,
  type ResponseFields,
  readResponse,
  responseIdOf,
  withoutOutput,
} from './events.ts';
import { MutedIds } from './muted-ids.ts';
import { BYTES_PER_TEXT_TOKEN, OutputMeter } from './output-meter.ts';
import { DROP, type FrameAction } from './pipe.ts';
import { RecentIds } from './recent-ids.ts';
import { failureOf } from './response-failure.ts';
import type { ResponseHold } from './response-hold.ts';
import { longestAnswerOf, type ResponseSize } from './response-size.ts';
import type { SessionParts } from './session-parts.ts';

/** The most running responses of one session. */
const MAX_RESPONSES = 32;
/** The most responses in a row that a provider begins by itself while the caller sends nothing. */
const MAX_UNPROMPTED = 8;
/** Milliseconds in which the provider must report a cancelled response. */
export const REPORT_MS = 3000;

/** The responses of one session, each with its own hold. See decision 0050. */
export class SessionResponses {
  readonly #parts: SessionParts;
  readonly #expected: ExpectedResponse[] = [];
  readonly #active = new Set<ActiveResponse>();
  readonly #ended = new RecentIds();
  readonly #muted = new MutedIds();
  #defaults: Pick<ResponseFields, 'maxOutput' | 'isText'> = { maxOutput: undefined, isText: undefined };
  #starting = 0;
  #unprompted = 0;
  #isLeaving = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#starting + this.#expected.length + this.#active.size;
  }

  /** From `session.created` and `session.updated`. */
  readSession(session: RealtimeEvent): void {
    this.#defaults = { maxOutput: maxOutputOf(session), isText: isTextOf(session) };
  }

  /** The size of a response before any event about it. */
  nextSize(): ResponseSize {
    return this.#sizeOf(undefined, 0);
  }

  /** Holds money for a response that the caller requests. Does not forward the event without money. */
  async create(event: RealtimeEvent, bytes: number): Promise<FrameAction> {
    const eventId = typeof event.event_id === 'string' ? event.event_id : undefined;
    const { billing, line, isBeta } = this.#parts;
    if (this.count >= MAX_RESPONSES) {
      this.#parts.refuse(new RelayError(429, 'responses_full', { count: MAX_RESPONSES }), eventId);
      return DROP;
    }
    this.#starting += 1;
    try {
      const fields = readResponse(event);
      const hold = await billing.take(this.#sizeOf(fields, bytes), false);
      if (this.#isLeaving) {
        await hold.release();
        return DROP;
      }
      const limit = hold.limit;
      if (limit !== undefined) hold.limitTo(limit);
      try {
        hold.dispatch(line);
      } catch (error) {
        await hold.release();
        throw error;
      }
      this.#expected.push({ hold, eventId, fields, bytes });
      return limit === undefined ? undefined : limitAnswer(event, limit, isBeta);
    } catch (error) {
      this.#parts.refuse(error, eventId);
      this.#parts.onEnd();
      return DROP;
    } finally {
      this.#starting -= 1;
    }
  }

  /** The caller has spoken or written, which a provider may answer by itself. */
  prompt(): void {
    this.#unprompted = 0;
  }

  /** From `response.created`. Later frames wait while money is held. */
  begin(event: RealtimeEvent): Promise<undefined> | undefined {
    const fields = readResponse(event);
    if (this.#find(fields.id)) return undefined;
    const expected = this.#expected.shift();
    if (expected) {
      this.#add(fields, expected.hold, expected);
      return undefined;
    }
    this.#unprompted += 1;
    if (this.count >= MAX_RESPONSES || this.#unprompted > MAX_UNPROMPTED) {
      this.#silence(this.#add(fields, undefined));
      return undefined;
    }
    this.#starting += 1;
    return this.#beginUnexpected(fields).finally(() => {
      this.#starting -= 1;
    });
  }

  async #beginUnexpected(fields: ResponseFields): Promise<undefined> {
    const { billing, refuse } = this.#parts;
    let hold: ResponseHold | undefined;
    try {
      hold = await billing.take(this.#sizeOf(fields, 0), true);
      this.#add(fields, hold);
    } catch (error) {
      await hold?.release();
      this.#silence(this.#add(fields, undefined));
      refuse(error);
    }
  }

  /** From any other event of the provider. Counts the output, and drops events of unpaid responses. */
  look(event: RealtimeEvent, bytes: number): FrameAction | Promise<FrameAction> {
    const type = String(event.type);
    if (!type.startsWith('response.')) return this.#muted.hasItemOf(event) ? DROP : undefined;
    const id = responseIdOf(event);
    const response = this.#find(id);
    if (!response) {
      if (this.#muted.has(id)) return DROP;
      if (!type.endsWith('.delta') || (id !== undefined && this.#ended.has(id))) return undefined;
      return (this.begin({ response: { id } }) ?? Promise.resolve()).then(() => this.look(event, bytes));
    }
    if (type === 'response.output_item.added') this.#muted.addItem(response, event);
    if (type.endsWith('.delta')) this.#follow(response, type, bytes);
    return response.isMuted ? DROP : undefined;
  }

  #follow(response: ActiveResponse, type: string, bytes: number): void {
    response.output.add(type, bytes);
    if (response.isMuted) return;
    response.hold?.watch(estimateOf(response), () => {
      if (response.isMuted) return;
      this.#silence(response);
      const reason = response.hold
        ?.explainEnd()
        .catch((cause) => new RelayError(403, 'insufficient_quota', {}, { cause }));
      response.failure ??= reason;
      void reason?.then((error) => this.#parts.refuse(error));
    });
  }

  /** From `response.done`. Charges the response; the next report of the same response is ignored. */
  end(event: RealtimeEvent): FrameAction | Promise<FrameAction> {
    const { id, usage, isOutOfBand } = readResponse(event);
    const response = this.#find(id);
    if (!response) {
      if (this.#muted.has(id)) return DROP;
      if (id !== undefined && this.#ended.has(id)) return undefined;
      return (this.begin(event) ?? Promise.resolve()).then(() => this.end(event));
    }
    if (isOutOfBand !== undefined) response.isOutOfBand = isOutOfBand;
    const { operation, target } = this.#parts.line.prepared;
    response.failure ??= failureOf(event, target.key);
    const report = operation.usage.read(usage);
    this.#finish(response, report, usage);
    return response.isMuted ? withoutOutput(event) : undefined;
  }

  /**
   * From `error`: the provider may have refused a `response.create`. If it did not, its response gets a new
   * hold.
   */
  readError({ error }: RealtimeEvent): void {
    const eventId = objectOf(error)?.event_id;
    const named = this.#expected.findIndex((each) => each.eventId !== undefined && each.eventId === eventId);
    const index = named >= 0 ? named : this.#expected.findIndex((each) => each.eventId === undefined);
    if (index < 0 || (named < 0 && typeof eventId === 'string')) return;
    const [refused] = this.#expected.splice(index, 1);
    if (refused) this.#parts.track(refused.hold.release().finally(() => this.#parts.onEnd()));
  }

  /**
   * Cancels all running responses when the caller is gone, and waits for their reports. `failure`: why the gateway
   * sent the caller away.
   */
  leave(failure?: RelayError): void {
    this.#isLeaving = true;
    for (const response of this.#active) {
      response.failure ??= failure;
      if (response.hold && !response.isMuted) this.#parts.cancel(response.id);
    }
  }

  /**
   * Ends all responses when the provider's connection is closed. Charges an estimate for each response
   * without a report, and nothing for one that the provider began by itself and that wrote nothing. A response that
   * did not begin costs its prompt when `isCallerGone`, and nothing when the provider ended the session.
   */
  async close(isCallerGone: boolean): Promise<void> {
    for (const response of [...this.#active]) {
      if (!isCallerGone) response.failure ??= new RelayError(502, 'upstream_cut');
      this.#finish(response, undefined, undefined);
    }
    const ends = this.#expected.splice(0).map(({ hold }) => {
      if (isCallerGone) hold.begin(this.#parts.line);
      return hold.release();
    });
    await Promise.all(ends);
  }

  #finish(response: ActiveResponse, report: Partial<Usage> | undefined, usage: unknown): void {
    const { id, hold, bound, mark, isOutOfBand } = response;
    const { conversation, track, onEnd } = this.#parts;
    clearTimeout(response.timer);
    this.#active.delete(response);
    if (id !== undefined) this.#ended.add(id);
    const estimate = estimateOf(response);
    if (!isOutOfBand) {
      const isBelieved = report && !hold?.check(report, estimate).isSuspect;
      conversation.restart(isBelieved ? contextOf(report, usage) : grown(bound, estimate), mark);
    }
    // A provider that begins a response by itself, and says no more about it, did no work.
    const isEmpty = !response.isRequested && report === undefined && estimate.output === 0;
    const charged = isEmpty ? hold?.chargeNothing() : hold?.charge(report, estimate, response.failure);
    track((charged ?? Promise.resolve()).then(onEnd));
  }

  #add(fields: ResponseFields, hold: ResponseHold | undefined, expected?: ExpectedResponse): ActiveResponse {
    const { conversation, format, line, cancel, track } = this.#parts;
    const bytes = expected?.bytes ?? 0;
    const { input, audioInput } = conversation.estimate();
    const bound = conversation.bound();
    const response: ActiveResponse = {
      id: fields.id,
      hold,
      output: new OutputMeter(format),
      prompt: { input: input + Math.ceil(bytes / BYTES_PER_TEXT_TOKEN), audioInput },
      bound: { ...bound, text: bound.text + bytes },
      mark: conversation.mark(),
      items: new Set(),
      isRequested: expected !== undefined,
      isOutOfBand: fields.isOutOfBand ?? expected?.fields.isOutOfBand ?? false,
      isMuted: false,
    };
    hold?.begin(line);
    this.#active.add(response);
    if (fields.id !== undefined) this.#ended.delete(fields.id);
    // With voice detection, this may not be the expected response. The provider reports its limit.
    if (hold && expected) {
      const { output, isText } = hold.size;
      const maxOutput = fields.maxOutput ?? output;
      track(hold.fit(this.#sizeOf({ maxOutput, isText: fields.isText ?? isText }, bytes)));
    }
    if (this.#isLeaving) cancel(fields.id);
    return response;
  }

  /** Cancels a response that is no longer paid, and forwards nothing more of it. */
  #silence(response: ActiveResponse): void {
    this.#muted.mute(response);
    this.#parts.cancel(response.id);
    response.timer = setTimeout(() => this.#finish(response, undefined, undefined), REPORT_MS);
  }

  /** The response with this id; without an id, the one that began first. */
  #find(id: string | undefined): ActiveResponse | undefined {
    for (const response of this.#active) if (id === undefined || response.id === id) return response;
    return undefined;
  }

  #sizeOf(fields: Pick<ResponseFields, 'maxOutput' | 'isText'> | undefined, bytes: number): ResponseSize {
    const { text, audio } = this.#parts.conversation.bound();
    const longest = longestAnswerOf(this.#parts.line.prepared.upstreamModel);
    const output = Math.min(longest, fields?.maxOutput ?? this.#defaults.maxOutput ?? longest);
    const isText = fields?.isText ?? this.#defaults.isText ?? false;
    return { context: { text: text + bytes, audio }, output, isText };
  }
}
