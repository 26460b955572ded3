import type { WebSocket } from 'ws';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { describe, RelayError } from '../errors.ts';
import { languageOf } from '../exchange.ts';
import { LimitError } from '../limits/limit-refusal.ts';
import { parseObject } from '../request/parse-object.ts';
import { authenticate } from '../steps/authenticate.ts';
import { closeSocket } from './close.ts';
import { ConversationMeter } from './conversation-meter.ts';
import type { UpstreamSession } from './dial.ts';
import { errorEvent } from './dialect.ts';
import { cancelEvent, objectOf, type RealtimeEvent, readProviderEvent } from './events.ts';
import { AudioFormat } from './output-meter.ts';
import { DROP, type FrameAction, pipe } from './pipe.ts';
import type { SessionBilling } from './session-billing.ts';
import { REPORT_MS, SessionResponses } from './session-responses.ts';

const POLICY = 1008;
const INTERNAL = 1011;
const RESTART = 1012;

interface SessionEnds {
  /** The session with the upstream. */
  readonly line: UpstreamSession;
  /** The socket of the caller. */
  readonly near: WebSocket;
  readonly billing: SessionBilling;
}

/**
 * One conversation: frames pass unchanged both ways. Each response has a hold and is charged when it ends.
 */
export class RealtimeSession {
  readonly #ctx: RelayContext;
  readonly #call: Call;
  readonly #billing: SessionBilling;
  readonly #near: WebSocket;
  readonly #far: WebSocket;
  readonly #format = new AudioFormat();
  readonly #conversation = new ConversationMeter(this.#format);
  readonly #responses: SessionResponses;
  /** Work that the end of the session waits for. */
  readonly #work = new Set<Promise<unknown>>();
  #ending = false;
  #finished: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: RelayContext, call: Call, { line, near, billing }: SessionEnds) {
    this.#ctx = ctx;
    this.#call = call;
    this.#billing = billing;
    this.#near = near;
    this.#far = line.socket;
    this.#responses = new SessionResponses({
      line,
      billing,
      conversation: this.#conversation,
      format: this.#format,
      isBeta: call.relayRequest.headers?.['openai-beta'] !== undefined,
      cancel: (id) => this.#far.send(cancelEvent(id), () => {}),
      refuse: (error, eventId) => this.#refuse(error, eventId),
      onEnd: () => this.#track(this.#afterResponse()),
      track: (work) => this.#track(work),
    });
  }

  /** Resolves when both ends are closed and everything is charged. */
  async run(): Promise<void> {
    const farClosed = new Promise<void>((resolve) => {
      this.#finished = resolve;
    });
    let isCallerGone = false;
    const onError = (error: unknown) => this.#failWith(error);
    pipe(this.#near, this.#far, (data) => this.#hear(data), onError);
    pipe(this.#far, this.#near, (data) => this.#see(data), onError);
    this.#near.on('error', () => {}); // its close event follows
    this.#far.on('error', () => {});
    this.#near.on('close', () => this.#leave());
    this.#far.on('close', (code, reason) => {
      isCallerGone = this.#ending;
      this.#ending = true;
      closeSocket(this.#near, code, reason.toString());
      this.#finished();
    });
    this.#ctx.streams.add(this);
    this.#ctx.openSessions.add(this);
    if (this.#near.readyState !== this.#near.OPEN) this.#leave();
    this.#near.resume();
    this.#far.resume();
    await farClosed;
    this.#ctx.streams.delete(this);
    this.#ctx.openSessions.delete(this);
    clearTimeout(this.#timer);
    await this.#drain();
    await this.#responses.close(isCallerGone);
    await this.#drain();
    await this.#billing.close();
  }

  /** Ends the session when the gateway closes. */
  stop(): void {
    this.#fail(new RelayError(503, 'restarting'), RESTART);
  }

  /**
   * Ends the session when its key is no longer valid. A failing database ends nothing: the key is checked
   * again before the next response.
   */
  async recheck(): Promise<void> {
    await authenticate(this.#ctx, this.#call.exchange).catch((cause) => {
      if (cause instanceof RelayError) this.#fail(keyWithdrawn(cause), POLICY);
    });
  }

  /** From the caller. Forwards a `response.create` only with a valid key and with money. */
  #hear(data: Buffer): FrameAction | Promise<FrameAction> {
    const event = parseObject(data) ?? {};
    if (PROMPTS.has(String(event.type))) this.#responses.prompt();
    if (event.type === 'input_audio_buffer.append') {
      this.#conversation.addBuffered(typeof event.audio === 'string' ? event.audio.length : 0);
      return undefined;
    }
    if (event.type === 'response.create') {
      const action = this.#create(event, data.length);
      this.#work.add(action);
      const forget = () => this.#work.delete(action);
      action.then(forget, forget);
      return action;
    }
    this.#conversation.addEvent(event, data.length);
    return undefined;
  }

  async #create(event: RealtimeEvent, bytes: number): Promise<FrameAction> {
    await this.#assertKey();
    return this.#ending ? DROP : this.#responses.create(event, bytes);
  }

  /** @throws {RelayError} 403 `key_withdrawn` */
  async #assertKey(): Promise<void> {
    await authenticate(this.#ctx, this.#call.exchange).catch((cause) => {
      throw keyWithdrawn(cause);
    });
  }

  /** From the provider. */
  #see(data: Buffer): FrameAction | Promise<FrameAction> {
    const event = readProviderEvent(data);
    const action = this.#read(event, data.length);
    if (action instanceof Promise) this.#track(action.then(() => {}));
    return action;
  }

  #read(event: RealtimeEvent, bytes: number): FrameAction | Promise<FrameAction> {
    switch (event.type) {
      case 'response.created':
        return this.#responses.begin(event);
      case 'response.done':
        return this.#responses.end(event);
      case 'session.created':
      case 'session.updated': {
        const session = objectOf(event.session) ?? {};
        this.#format.read(session);
        this.#responses.readSession(session);
        return undefined;
      }
      case 'error':
        this.#responses.readError(event);
        return undefined;
      default:
        this.#conversation.readBufferEvent(event);
        return this.#responses.look(event, bytes);
    }
  }

  /**
   * After a response: takes the money of the next one at once, so that the caller learns early when it cannot
   * pay.
   */
  async #afterResponse(): Promise<void> {
    await Promise.resolve(); // the response counts until its own work is over
    if (this.#ending) return this.#closeWhenIdle();
    await this.#assertKey();
    try {
      await this.#billing.prepare(this.#responses.nextSize());
    } catch (error) {
      if (!(error instanceof RelayError) || error.status >= 500) throw error;
      // Running responses are paid. The hold is tried again when the last of them ends.
      if (this.#responses.count === 0 && !this.#ending)
        throw error instanceof LimitError
          ? error
          : new RelayError(403, 'insufficient_quota', {}, { cause: error });
    }
  }

  #track(work: Promise<unknown>): void {
    const tracked: Promise<unknown> = work
      .catch((error) => this.#failWith(error))
      .finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  /** Waits for all work, and for frames that wait for it. */
  async #drain(): Promise<void> {
    do {
      await Promise.allSettled(this.#work);
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#work.size > 0);
  }

  /** Waits for the reports of running responses, which the caller who left pays. */
  #leave(failure?: RelayError): void {
    if (this.#ending) return;
    this.#ending = true;
    this.#responses.leave(failure);
    this.#far.resume();
    this.#closeWhenIdle();
    this.#timer = setTimeout(() => this.#far.terminate(), REPORT_MS);
  }

  #closeWhenIdle(): void {
    if (this.#responses.count === 0) this.#far.close(1000);
  }

  /** Sends an error event for one refused or cancelled response. The others continue. */
  #refuse(error: unknown, eventId: string | undefined): void {
    const { exchange } = this.#call;
    if (!(error instanceof RelayError))
      this.#ctx.log.error({ err: error, requestId: exchange.requestId }, 'a response failed in the relay');
    if (this.#near.readyState !== this.#near.OPEN) return;
    const failure = describe(error, languageOf(exchange), exchange.requestId);
    this.#near.send(errorEvent(failure, exchange.requestId, eventId));
  }

  #failWith(error: unknown): void {
    this.#fail(error, error instanceof RelayError ? POLICY : INTERNAL);
  }

  #fail(error: unknown, code: number): void {
    const { exchange } = this.#call;
    this.#refuse(error, undefined);
    const failure = describe(error, languageOf(exchange), exchange.requestId);
    closeSocket(this.#near, code, failure.code);
    this.#leave(error instanceof RelayError ? error : new RelayError(500, 'internal', {}, { cause: error }));
  }
}

function keyWithdrawn(cause: unknown): RelayError {
  return new RelayError(403, 'key_withdrawn', {}, { cause });
}

/** Events of a caller that a provider may answer without a request. */
const PROMPTS: ReadonlySet<string> = new Set([
  ...['input_audio_buffer.append', 'input_audio_buffer.commit', 'conversation.item.create'],
]);
