import { withinTime } from '../core/within-time.ts';
import { toCost } from './accounts.ts';
import { EndingCalls } from './ending-calls.ts';
import { SILENT_AFTER_MS } from './foreign-notes.ts';
import { closeParts, type LedgerParts, outboxOf } from './ledger-parts.ts';
import type { FullLimit, LimitClaim } from './limit-claims.ts';
import {
  claimForChannel,
  findGrown,
  keepChannelClaims,
  type LiveHold,
  newLiveHold,
  toBounds,
  toHold,
  toReserve,
  withTokens,
} from './live-hold.ts';
import { OtherGateways } from './other-gateways.ts';
import { Recorder } from './recorder.ts';
import {
  type EndState,
  type ExtendOperation,
  type ExtendOutcome,
  type FinishOperation,
  type Grant,
  LedgerUnavailable,
  type Leeway,
  type Outcome,
  type Reservation,
  type ReserveOperation,
  type ReserveOutcome,
  type UsageRecord,
} from './types.ts';
import { tokensOf, type UsageRow, usageRow } from './usage-row.ts';
import { Writer } from './writer.ts';

const [maxBehind, endPatienceMs] = [10_000, 3_000]; // decision 0049
/**
 * The money of a call: `reserve` (await) -> `dispatch` (synchronous, just before the bytes are sent) ->
 * `extend` as often as needed -> `settle` or `void` (await, then end the reply).
 *
 * The database decides reserve and extend, in batches under its own locks. The local journal records dispatch
 * and end. The next batches write the end and its usage-log row to the databases. Recovery replays the
 * journal.
 *
 * On a database server the row is also committed with the end, in the outbox, and the cost of running streams
 * is recorded every other second. If a gateway is lost with its disk, another one can finish its calls.
 */
export class Ledger {
  readonly #parts: LedgerParts;
  readonly #writer: Writer;
  readonly #recorder: Recorder;
  readonly #others: OtherGateways;
  readonly #holds = new Map<string, LiveHold>();
  readonly ending = new EndingCalls();
  #isClosed = false;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    const { store, journal, record, onError, onBatch } = parts;
    this.#writer = new Writer({ store, onError, onBatch, beforeBatch: () => journal.flush() });
    this.#recorder = new Recorder({ record, onError });
    this.#others = new OtherGateways(store);
  }

  get instance(): string {
    return this.#parts.instance;
  }

  get behind(): number {
    return this.ending.size;
  }

  /** Calls of this process that hold money. */
  get openHolds(): number {
    return this.#holds.size;
  }

  /**
   * Holds `amount` of user and token.
   * @throws {LedgerUnavailable | RangeError} when the database is away or far behind; for inexact amounts
   */
  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    return (await this.#reserve(reservation, undefined)).outcome;
  }

  /**
   * Holds `amount` of user and token, or as much of it as they have, within the leeway. Decided in the same
   * batch as `reserve`, under the same locks. The grant is stored with the hold for recovery and retries.
   *
   * @throws {LedgerUnavailable | RangeError} as `reserve` does
   */
  reserveUpTo(reservation: Reservation, leeway: Leeway): Promise<Grant> {
    return this.#reserve(reservation, toBounds(reservation.amount, leeway));
  }

  async #reserve(reservation: Reservation, leeway: ReserveOperation['leeway']): Promise<Grant> {
    if (this.ending.size > maxBehind)
      throw new LedgerUnavailable(`${this.ending.size} ended calls are not booked yet`);
    const hold = newLiveHold(reservation, this.instance);
    const operation = toReserve(hold, leeway);
    const outcome = await this.#writer.submit(operation);
    if (outcome !== 'ok') return { outcome, amount: 0, full: operation.full };
    hold.amount = operation.hold.amount;
    hold.windows = operation.hold.windows;
    this.#holds.set(hold.id, hold);
    return { outcome, amount: hold.amount, left: operation.left };
  }

  /**
   * Call it just before the first byte is sent, and again when the call moves to another channel. Once it
   * returns, a crash charges the call.
   *
   * @throws {LedgerUnavailable} when the note cannot be written: do not send, void, answer 503
   */
  dispatch(id: string, channelId = 0): void {
    const hold = this.#get(id);
    if (hold.dispatched) {
      this.#parts.journal.redispatch(id, channelId);
    } else {
      try {
        this.#parts.journal.dispatch(hold, channelId);
      } catch (error) {
        throw new LedgerUnavailable(error);
      }
      hold.dispatched = true;
    }
  }

  /**
   * Raises the hold by `step` and records `used`, the cost so far, which a crash charges. A step of 0 only
   * records. If it is refused: finish the chunk, inform the caller, settle. `tokens`: all tokens that the call
   * may now use, for limits of tokens.
   */
  async extend(id: string, step: number, used: number, tokens = 0): Promise<ExtendOutcome> {
    const hold = this.#get(id);
    const amount = toCost(hold.amount + toCost(step));
    const claims = withTokens(hold.claims, tokens);
    if (step > 0 || claims !== hold.claims) {
      const operation: ExtendOperation = { kind: 'extend', id, amount, used: toCost(used), claims };
      const outcome = await this.#writer.submit(operation);
      if (operation.full) hold.full = operation.full;
      if (outcome !== 'ok') return outcome as ExtendOutcome;
      hold.amount = Math.max(hold.amount, amount);
      hold.claims = claims;
    }
    hold.used = Math.max(hold.used, toCost(used));
    if (hold.dispatched) await this.#parts.journal.checkpoint(id, hold.amount, hold.used);
    return 'ok';
  }

  /**
   * Counts a running call in the windows of the channel that it goes to next, instead of those of the channel
   * before. Returns the limit that has no room; nothing has changed then.
   */
  async claim(id: string, claims: readonly LimitClaim[]): Promise<FullLimit | undefined> {
    const hold = this.#get(id);
    const operation = claimForChannel(hold, claims);
    if (!operation) return undefined;
    if ((await this.#writer.submit(operation)) !== 'ok') return operation.full;
    keepChannelClaims(hold, claims);
    if (hold.dispatched) this.#parts.journal.changeWindows(id, hold.windows);
    return undefined;
  }

  /** The limit that refused the last extension of a running call. */
  findFull(id: string): FullLimit | undefined {
    return this.#holds.get(id)?.full;
  }

  /** At every checkpoint reads the cost of a running call from `getCost`, until the call ends. */
  watchCost(id: string, getCost: () => number): void {
    this.#get(id).getCost = getCost;
  }

  /**
   * Records the cost so far of running streams. A call whose end is never learnt is charged that, up to its
   * hold. Call it every other second.
   */
  async saveCheckpoints(): Promise<void> {
    const { journal, store } = this.#parts;
    const grown = findGrown(this.#holds.values(), this.#parts.onError);
    if (grown.length === 0) return;
    const checkpoints = grown.map(({ id, used }) => ({ id, used }));
    const noted = grown.map(({ id, amount, used }) => journal.checkpoint(id, amount, used));
    await Promise.all([...noted, store.remote?.saveCheckpoints(checkpoints)]);
    for (const [index, hold] of grown.entries()) hold.saved = checkpoints[index]?.used ?? hold.saved;
  }

  /**
   * Charges `cost` exactly. When it resolves, the cost survives a crash: end the reply then. If neither
   * journal nor database can be written, it resolves after `endPatienceMs` and keeps the charge in memory
   * until they can.
   */
  async settle(id: string, cost: number, record: UsageRecord): Promise<void> {
    const exact = toCost(cost);
    if (!this.#get(id).dispatched) this.dispatch(id);
    await this.#end(id, exact, 'settled', usageRow(id, exact, record));
  }

  /** Charges nothing, because no upstream has done any work. Logs a `record` with quota 0. */
  async void(id: string, record?: UsageRecord): Promise<void> {
    await this.#end(id, 0, 'voided', record && usageRow(id, 0, record));
  }

  /** Sends a heartbeat. Call it every few seconds, well within 30. */
  heartbeat(): Promise<void> {
    return this.#others.heartbeat();
  }

  /** Resolves when the database accepts writes: a read-only server still answers reads. @throws otherwise */
  async checkDatabase(): Promise<void> {
    if (this.#parts.store.remote) await this.heartbeat();
  }

  /** Ends the calls of silent processes and returns their number. Call it every ten seconds. */
  async adopt(olderThanMs = SILENT_AFTER_MS): Promise<number> {
    const { instance, outbox, recoverFolders } = this.#parts;
    const noted = (await recoverFolders?.()) ?? 0; // Journals know what estimates do not.
    const ended = await this.#others.endSilent(instance, olderThanMs);
    await outbox();
    return noted + ended;
  }

  /** Delivers pending usage-log rows now instead of at the next interval of ten seconds. */
  async deliver(): Promise<void> {
    await this.#parts.outbox();
  }

  /** Resolves when the journal can be written. @throws when it cannot, in which case new calls are refused */
  checkJournal(): Promise<void> {
    return this.#parts.journal.check();
  }

  /** Waits until every ended call is in the databases. */
  async settled(): Promise<void> {
    while (this.ending.size > 0) {
      this.#recorder.flush();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Books ended calls for at most `timeoutMs`. The next start recovers the rest. */
  async close(timeoutMs = 10_000): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await withinTime(this.settled(), timeoutMs);
    const isClean = this.#holds.size + this.ending.size === 0 && this.#writer.isIdle;
    this.#writer.close();
    this.#recorder.close();
    await closeParts(this.#parts, isClean);
  }

  #end(id: string, cost: number, state: EndState, row: UsageRow | undefined): Promise<void> {
    const hold = this.#get(id);
    this.#holds.delete(id);
    hold.getCost = undefined; // It keeps the whole call, and the row of the log waits.
    this.ending.add(id);
    const json = row ? JSON.stringify(row) : '';
    const noted =
      hold.dispatched || row ? this.#parts.journal.finish(id, cost, state, json) : Promise.resolve();
    const isLogAway = this.#parts.isLogAway?.() ?? false;
    const tokens = hold.windows && row ? tokensOf(row) : undefined;
    const outbox = outboxOf(this.#parts, json, isLogAway);
    const operation = { kind: 'finish', id, cost, state, tokens, ...outbox } as const;
    const booked = this.#book(hold, operation, isLogAway ? undefined : row);
    return noted.catch(() =>
      // After a crash, the money of an unsent call is released.
      hold.dispatched ? withinTime(booked, this.#parts.endPatienceMs ?? endPatienceMs) : undefined,
    );
  }

  async #book(hold: LiveHold, operation: FinishOperation, row: UsageRow | undefined): Promise<void> {
    const applied = await this.#writer.submit(operation);
    const outcome = applied === 'unknown' ? await this.#applyAgain(hold, operation) : applied;
    // Otherwise another process took this one for dead, ended the call and wrote its row.
    if (outcome === 'ok' && row) await this.#recorder.add(row);
    try {
      this.#parts.journal.forget(operation.id);
    } catch (error) {
      // The call is booked. Remaining notes are read at the next start and change nothing.
      this.#parts.onError(error);
    }
    this.ending.delete(operation.id);
  }

  /** Another process may have released the hold, taking this one for dead. The call is still charged. */
  async #applyAgain(hold: LiveHold, operation: FinishOperation): Promise<Outcome> {
    if (operation.state === 'voided') return 'ok';
    const again = await this.#writer.submit({ ...operation, kind: 'ended', hold: toHold(hold) });
    if (again === 'unknown') this.#parts.onError(new Error(`the payer of ${hold.id} has no account`));
    return again;
  }

  #get(id: string): LiveHold {
    const hold = this.#holds.get(id);
    if (!hold) throw new Error(`${id} holds no money`);
    return hold;
  }
}
