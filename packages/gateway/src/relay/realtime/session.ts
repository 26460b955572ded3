import type { WebSocket } from 'ws';
import type { Usage } from '../../core/chat.ts';
import type { RelayContext } from '../context.ts';
import { describe, RelayError } from '../errors.ts';
import { languageOf } from '../exchange.ts';
import { parseObject } from '../parse-object.ts';
import { authenticate } from '../steps/authenticate.ts';
import { closeSocket } from './close.ts';
import type { Line } from './dial.ts';
import { errorEvent } from './dialect.ts';
import { pipe } from './pipe.ts';
import type { Payer, Purse } from './purse.ts';
import { SoundMeter } from './sound.ts';

const CREATE = '"response.create"';
const DONE = '"response.done"';
const CREATED = '"response.created"';
const SESSION = /^.{0,200}"session\.(created|updated)"/s;
/** How long an upstream may take to report a response whose caller left. */
const REPORT_MS = 3000;
const POLICY = 1008;
const INTERNAL = 1011;
const RESTART = 1012;

/** One conversation: frames pass both ways as they are, and every response is paid when it ends. */
export class RealtimeSession {
  readonly #ctx: RelayContext;
  readonly #payer: Payer;
  readonly #line: Line;
  readonly #purse: Purse;
  readonly #near: WebSocket;
  readonly #far: WebSocket;
  readonly #sound = new SoundMeter();
  /** Responses under way. */
  #running = 0;
  #money: Promise<void> = Promise.resolve();
  #ending = false;
  #finished: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: RelayContext, payer: Payer, line: Line, purse: Purse, near: WebSocket) {
    this.#ctx = ctx;
    this.#payer = payer;
    this.#line = line;
    this.#purse = purse;
    this.#near = near;
    this.#far = line.socket;
  }

  /** Resolves when both ends are closed and everything is charged. */
  async run(): Promise<void> {
    const farClosed = new Promise<void>((resolve) => {
      this.#finished = resolve;
    });
    const onError = (error: unknown) => this.#fail(error, error instanceof RelayError ? POLICY : INTERNAL);
    pipe(this.#near, this.#far, (data) => this.#hear(data), onError);
    pipe(this.#far, this.#near, (data) => this.#see(data), onError);
    this.#near.on('error', () => {}); // its close follows
    this.#far.on('error', () => {});
    this.#near.on('close', () => this.#leave());
    this.#far.on('close', (code, reason) => {
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
    await this.#money;
    if (this.#running > 0) await this.#purse.charge(this.#sound.estimate(), false);
    await this.#purse.close();
  }

  /** The gateway is closing. */
  stop(): void {
    this.#fail(new RelayError(503, 'restarting'), RESTART);
  }

  /**
   * Ends the session when its key may not be used any more. A database that cannot say so ends nothing: the key is
   * checked again before the next response.
   */
  async recheck(): Promise<void> {
    await authenticate(this.#ctx, this.#payer.exchange).catch((cause) => {
      if (cause instanceof RelayError) this.#fail(keyWithdrawn(cause), POLICY);
    });
  }

  /** From the caller. A response is asked for only while the key may be used. */
  #hear(data: Buffer): Promise<void> | undefined {
    if (data.includes('input_audio_buffer.append')) {
      this.#sound.addHeard(data.length);
      return undefined;
    }
    this.#sound.told += data.length;
    return data.includes(CREATE) ? this.#assertKey() : undefined;
  }

  /** @throws {RelayError} 403 `key_withdrawn` */
  async #assertKey(): Promise<void> {
    await authenticate(this.#ctx, this.#payer.exchange).catch((cause) => {
      throw keyWithdrawn(cause);
    });
  }

  /** From the upstream. */
  #see(data: Buffer): void {
    if (data.includes('audio.delta"')) this.#sound.addSaid(data.length);
    else if (data.includes('.delta"')) this.#sound.addWritten(data.length);
    else if (data.includes(CREATED)) this.#begin(data);
    else if (data.includes(DONE)) this.#end(data);
    else if (SESSION.test(data.toString('latin1', 0, 256))) this.#sound.readFormat(parseObject(data) ?? {});
    if (this.#running > 0) this.#watch();
  }

  #begin(data: Buffer): void {
    if (parseObject(data)?.type !== 'response.created') return;
    this.#running += 1;
    this.#queue(async () => this.#purse.begin(this.#line));
  }

  /** The hold of the next response is taken at once: whoever cannot pay one is told before it begins. */
  #end(data: Buffer): void {
    const event = parseObject(data);
    if (event?.type !== 'response.done') return;
    const reported = this.#line.prepared.operation.readUsage(
      (event.response as { usage?: unknown } | undefined)?.usage,
    );
    const usage = reported ?? this.#sound.estimate();
    this.#sound.restart({ input: usage.input ?? 0, output: usage.output ?? 0 });
    this.#queue(async () => {
      this.#purse.begin(this.#line);
      await this.#purse.charge(usage, reported !== undefined);
      this.#running = Math.max(0, this.#running - 1);
      if (this.#ending) return this.#far.close(1000);
      await this.#refill();
    });
  }

  async #refill(): Promise<void> {
    await this.#assertKey();
    await this.#purse.fill().catch((error) => {
      throw error instanceof RelayError && error.status < 500
        ? new RelayError(403, 'insufficient_quota', {}, { cause: error })
        : error;
    });
  }

  #watch(): void {
    const used: Usage = this.#sound.estimate();
    this.#purse.grow(used).catch((error) => this.#fail(error, POLICY));
  }

  /** One after the other, so that each response is charged to its own hold. */
  #queue(work: () => Promise<void>): void {
    this.#money = this.#money
      .then(work)
      .catch((error) => this.#fail(error, error instanceof RelayError ? POLICY : INTERNAL));
  }

  /** What is being written is paid by the caller who left, so its report is waited for. */
  #leave(): void {
    if (this.#ending) return;
    this.#ending = true;
    if (this.#running === 0) {
      this.#far.close(1000);
    } else {
      this.#far.resume();
      this.#far.send('{"type":"response.cancel"}', () => {});
    }
    this.#timer = setTimeout(() => this.#far.terminate(), REPORT_MS);
  }

  #fail(error: unknown, code: number): void {
    const { exchange } = this.#payer;
    if (!(error instanceof RelayError))
      this.#ctx.log.error({ err: error, requestId: exchange.requestId }, 'a session failed in the relay');
    const failure = describe(error, languageOf(exchange), exchange.requestId);
    if (this.#near.readyState === this.#near.OPEN) this.#near.send(errorEvent(failure, exchange.requestId));
    closeSocket(this.#near, code, failure.code);
    this.#leave();
  }
}

function keyWithdrawn(cause: unknown): RelayError {
  return new RelayError(403, 'key_withdrawn', {}, { cause });
}
