import { transact } from '../../core/context.ts';
import { randomText } from '../../modules/secrets/random.ts';
import * as responses from '../../modules/usage/repository/background-responses.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import type { DialectCall, HeldCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { TextTally } from '../metering/tally.ts';
import { countPrompt } from '../prompt/count-prompt.ts';
import { readAnswer } from '../request/parse-object.ts';
import { ownerOf } from '../routing/affinity.ts';
import { hashOf } from '../routing/reference-store.ts';
import type { Answer } from '../streaming/answer.ts';
import { parseReportedFailure } from '../upstream/reported-failure.ts';
import { askStored } from './ask-stored.ts';
import type { Background } from './background.ts';
import { type BackgroundEnd, chargeBackground, PLATFORM } from './background-bill.ts';
import { resumeBackground } from './background-resume.ts';
import { type BackgroundResponse, toState } from './background-state.ts';
import { findStorage } from './storage.ts';

/** Between two renewals, and two looks for rows without a gateway. Meanwhile the money of these rows is free. */
const RENEW_MS = 3000;
/** Longer than a database is slow. Rows of a gateway that hangs are free after it. */
const LEASE_MS = 60_000;
/** A gateway that claims a row has its hold by then. */
const HOLD_MS = 10_000;
const MOST_ROWS = 100;
const MAX_PAUSE_MS = 20_000;
/** A provider that does not know its response this often has deleted it. */
const MOST_MISSES = 5;
/** All of them send the same, so the longest are enough. */
const MOST_STREAMS = 16;
/** Longer than any response takes. */
const LIMIT_MS = 24 * 3_600_000;

interface Followed extends BackgroundResponse {
  pauseMs: number;
  misses: number;
  timer?: NodeJS.Timeout | undefined;
  polling?: Promise<void> | undefined;
  /** What its streams have sent so far. */
  readonly sent: TextTally[];
}

/** Follows the background responses of this gateway, and takes over those of gateways that ended. */
export class BackgroundResponses implements Background {
  readonly #ctx: RelayContext;
  readonly #firstPauseMs: number;
  readonly #holder = randomText(24);
  /** By row: a provider may give two calls of a user the same id. */
  readonly #followed = new Map<number, Followed>();
  readonly #renewal: NodeJS.Timeout;
  readonly #start: NodeJS.Timeout;
  #upkeep: Promise<void> | undefined;
  #isClosed = false;

  /** `firstPauseMs`: before the first look at a response; later ones are ever longer. */
  constructor(ctx: RelayContext, firstPauseMs: number) {
    this.#ctx = ctx;
    this.#firstPauseMs = firstPauseMs;
    this.#start = setTimeout(this.#keepUp, firstPauseMs).unref();
    this.#renewal = setInterval(this.#keepUp, RENEW_MS).unref();
  }

  async follow(call: DialectCall & HeldCall, answer: Answer, responseId: string): Promise<void> {
    const ctx = this.#ctx;
    const { userId } = call.caller.owner;
    const promptTokens = await countPrompt(ctx, call.relayRequest).catch(() => call.hold.promptTokens);
    const hold = { ...call.hold, promptTokens, promptCounted: true };
    const state = toState(call, hold, answer, responseId);
    const owner = ownerOf(ctx, answer);
    const idHash = hashOf(userId, responseId);
    const rowId = await transact(ctx, async (tx) => {
      const row = { id_hash: idHash, channel_id: owner.channelId, key_hash: owner.keyHash };
      const row_id = await responses.insert(tx.db, { ...row, state: JSON.stringify(state) });
      const lease = { holder: this.#holder, lease_until: ctx.now() + LEASE_MS };
      await pending.add(tx.db, { platform: PLATFORM, row_id, request_id: hold.id, ...lease });
      return row_id;
    });
    ctx.affinity.rememberMade(userId, [responseId], owner);
    this.#add({ rowId, idHash, owner, state });
  }

  watchSent(userId: number, responseId: string, sent: TextTally): void {
    for (const followed of this.#followedAs(userId, responseId)) {
      followed.sent.push(sent);
      if (followed.sent.length > MOST_STREAMS) followed.sent.sort((a, b) => b.bytes - a.bytes).pop();
    }
  }

  async look(userId: number, responseId: string): Promise<void> {
    for (const followed of this.#followedAs(userId, responseId)) {
      await followed.polling;
      await this.#poll(followed);
    }
  }

  async isPending(userId: number, responseId: string): Promise<boolean> {
    await this.look(userId, responseId);
    return responses.isPending(this.#ctx.db, hashOf(userId, responseId));
  }

  async takeOver(): Promise<void> {
    await this.#upkeep;
    try {
      while ((await this.#claim(Number.MAX_SAFE_INTEGER)) === MOST_ROWS);
    } catch (err) {
      this.#ctx.log.warn({ err }, NOT_TAKEN_OVER);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#start);
    clearInterval(this.#renewal);
    await this.#upkeep;
    for (const { timer } of this.#followed.values()) clearTimeout(timer);
    await Promise.all([...this.#followed.values()].map(({ polling }) => polling));
    const left = [...this.#followed.values()];
    this.#followed.clear();
    if (left.length === 0) return;
    const { ledger, db, log } = this.#ctx;
    // Whatever fails here is taken over when the lease of its row ends.
    await Promise.all(left.map(({ state }) => ledger.void(state.hold.id)))
      .then(() => pending.releaseAll(db, this.#holder, this.#ctx.now()))
      .catch((err: unknown) => log.warn({ err }, 'background responses were not handed over'));
  }

  #followedAs(userId: number, responseId: string): Followed[] {
    const idHash = hashOf(userId, responseId);
    return [...this.#followed.values()].filter((followed) => followed.idHash === idHash);
  }

  #add(response: BackgroundResponse): void {
    const followed: Followed = { ...response, pauseMs: this.#firstPauseMs, misses: 0, sent: [] };
    this.#followed.set(response.rowId, followed);
    this.#schedule(followed);
  }

  #schedule(followed: Followed): void {
    clearTimeout(followed.timer);
    if (this.#isClosed || !this.#followed.has(followed.rowId)) return;
    followed.timer = setTimeout(() => void this.#poll(followed), followed.pauseMs).unref();
    followed.pauseMs = Math.min(followed.pauseMs * 1.5, MAX_PAUSE_MS);
  }

  #poll(followed: Followed): Promise<void> {
    followed.polling ??= this.#tryEnd(followed)
      .catch((err: unknown) => this.#ctx.log.warn({ err }, 'a background response could not be looked at'))
      .finally(() => {
        followed.polling = undefined;
        this.#schedule(followed);
      });
    return followed.polling;
  }

  async #tryEnd(followed: Followed): Promise<void> {
    if (this.#isClosed || !this.#followed.has(followed.rowId)) return;
    const end = await this.#findEnd(followed);
    if (!end) return;
    await chargeBackground(this.#ctx, followed, end, this.#holder);
    this.#followed.delete(followed.rowId);
  }

  /** Returns undefined while the response is in progress, or its provider cannot be reached. */
  async #findEnd(followed: Followed): Promise<BackgroundEnd | undefined> {
    const ctx = this.#ctx;
    const { owner, state, sent } = followed;
    const storage = await findStorage(ctx, owner, 'openai-responses');
    const cut = { json: undefined, sent, failure: new RelayError(502, 'upstream_cut') };
    if (!storage) return { ...cut, operation: NO_REPORT };
    const { operation, target } = storage;
    const lost = { ...cut, operation };
    if (ctx.now() - state.startedAt > LIMIT_MS) return lost;
    const call = { id: state.responseId, method: 'GET' as const, action: '', query: '', stream: false };
    const response = await askStored(ctx, storage, call);
    if (response.status === 404) followed.misses += 1;
    if (followed.misses >= MOST_MISSES) return lost;
    if (response.kind === 'stream' || response.status !== 200) return undefined;
    const { json, readWhole } = await readAnswer(ctx.scanner, response.body);
    if (!json || !isEnded(json)) return undefined;
    const whole = readWhole?.() ?? json;
    const failure = json.status === 'failed' ? parseReportedFailure(whole.error, target.key) : undefined;
    return { json: whole, operation, sent, failure };
  }

  readonly #keepUp = (): void => {
    this.#upkeep ??= this.#renewAndClaim()
      .catch((err: unknown) => this.#ctx.log.warn({ err }, NOT_TAKEN_OVER))
      .finally(() => {
        this.#upkeep = undefined;
      });
  };

  async #renewAndClaim(): Promise<void> {
    const until = this.#ctx.now() + LEASE_MS;
    if (this.#followed.size > 0) await pending.renew(this.#ctx.db, this.#holder, until);
    await this.#claim(until - HOLD_MS);
  }

  /** Takes over responses without a gateway. `unpaidUntil`: see `freeUnpaid`. Returns how many there were. */
  async #claim(unpaidUntil: number): Promise<number> {
    const ctx = this.#ctx;
    const holder = this.#holder;
    const now = ctx.now();
    await pending.freeUnpaid(ctx.db, PLATFORM, { now, until: unpaidUntil });
    const claim = { holder, now, until: now + LEASE_MS, limit: MOST_ROWS };
    const { claimed } = await pending.claim(ctx.db, PLATFORM, claim);
    for (const row of claimed) {
      const response = this.#isClosed ? undefined : await resumeBackground(ctx, row, holder);
      if (response) this.#add(response);
      else
        await pending.release(ctx.db, {
          ...{ platform: PLATFORM, holder, rowIds: [row.row_id] },
          at: ctx.now() + RENEW_MS,
        });
    }
    return claimed.length;
  }
}

const NOT_TAKEN_OVER = 'background responses could not be taken over';

/** Whether a provider has finished a response, in any way. */
export function isEnded({ status }: Readonly<Record<string, unknown>>): boolean {
  return typeof status === 'string' && status !== 'queued' && status !== 'in_progress';
}

const NO_REPORT = { usage: { read: () => undefined } };
