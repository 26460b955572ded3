import type Database from 'better-sqlite3';
import { OpenFile } from '../db/open-file.ts';
import { isBusy, openSqlite, whenFree } from '../db/sqlite-connection.ts';
import type { AccountId } from './accounts.ts';
import { applyBatch, type Plan, type Rows } from './apply-batch.ts';
import { type Instance, KEEP_ENDED_MS } from './instance.ts';
import { emptyLimitNeeds, type LimitNeeds, needClaimed, needHeld } from './limit-needs.ts';
import { prepareStatements, type Statements } from './sqlite-statements.ts';
import type { Account, Hold, InstanceState, Operation, Outcome, Store } from './types.ts';

const rememberedAccounts = 50_000;

/**
 * The ledger's own connection, on the main thread: a batch is one short synchronous transaction. Rows are
 * cached between batches until another connection has written to the file.
 */
export class SqliteStore implements Store {
  readonly #database: Database.Database;
  readonly #file: OpenFile;
  readonly #instance: Pick<Instance, 'id' | 'place'>;
  readonly #statements: Statements;
  #rows: Rows = emptyRows();
  #version = -1;

  constructor(file: string, instance: Pick<Instance, 'id' | 'place'>) {
    this.#database = openSqlite(file, 'NORMAL');
    this.#file = new OpenFile(file);
    this.#instance = instance;
    this.#statements = prepareStatements(this.#database);
  }

  apply(batch: readonly Operation[]): Outcome[] | Promise<Outcome[]> {
    try {
      return this.#apply(batch);
    } catch (error) {
      if (!isBusy(error)) throw error;
      // Never wait here: the blocking transaction may need this thread to end.
      return whenFree(() => this.#apply(batch));
    }
  }

  async openHolds(instance: string): Promise<Hold[]> {
    return this.#statements.openHolds.all(instance);
  }

  async silentInstances(olderThanMs: number): Promise<string[]> {
    return this.#statements.silent.all(olderThanMs);
  }

  async heartbeat(): Promise<void> {
    this.#file.assertInPlace();
    const { id, place } = this.#instance;
    await whenFree(() => this.#statements.heartbeat.run(id, place));
  }

  async findInstance(id: string): Promise<InstanceState | undefined> {
    return this.#statements.instance.get(id);
  }

  async endInstance(id: string): Promise<void> {
    await whenFree(() => this.#statements.endInstance.run(id));
    await whenFree(() => this.#statements.removeEnded.run(KEEP_ENDED_MS));
  }

  async charges(refs: readonly string[]): Promise<Map<string, number>> {
    const found = refs.map((ref) => [ref, this.#statements.charge.get(ref)] as const);
    return new Map(found.filter((pair): pair is readonly [string, number] => pair[1] !== undefined));
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** @throws {DatabaseMovedError} before any write: the journal keeps the ends of calls meanwhile */
  #apply(batch: readonly Operation[]): Outcome[] {
    this.#file.assertInPlace();
    const { begin, commit, rollback } = this.#statements;
    begin.run();
    try {
      this.#load(batch);
      const plan = applyBatch(batch, this.#rows, Math.floor(Date.now() / 1000));
      this.#write(plan);
      commit.run();
      return plan.outcomes;
    } catch (error) {
      this.#forget();
      if (this.#database.inTransaction) rollback.run();
      throw error;
    } finally {
      this.#rows.charged.clear();
      this.#rows.limits.expired.clear();
    }
  }

  #load(batch: readonly Operation[]): void {
    const version = this.#statements.version.get() ?? 0;
    if (version !== this.#version || this.#isFull()) this.#forget();
    this.#version = version;
    let needs: LimitNeeds | undefined;
    for (const operation of batch) {
      const hold = 'hold' in operation ? this.#loadNew(operation.hold) : this.#loadOpen(operation.id);
      if (!hold) continue;
      this.#loadAccount(hold.user);
      if (hold.token !== null) this.#loadAccount(hold.token);
      if (hold.windows === null && !hasClaims(operation)) continue;
      needs ??= emptyLimitNeeds();
      needClaimed(needs, operation);
      // A new call is held in the windows that it claims.
      if (operation.kind !== 'reserve') needHeld(needs, hold);
    }
    if (needs) this.#loadLimits(needs);
  }

  #isFull(): boolean {
    const { accounts, limits } = this.#rows;
    return accounts.size > rememberedAccounts || limits.windows.size > rememberedAccounts;
  }

  #loadLimits({ opened, others, expired }: LimitNeeds): void {
    const { windows, expired: parts } = this.#rows.limits;
    for (const ids of [opened.keys(), others])
      for (const id of ids) {
        if (windows.has(id)) continue;
        const window = this.#statements.window.get(id);
        if (window) windows.set(id, window);
      }
    for (const [id, until] of expired) {
      const since = windows.get(id)?.expiredAt;
      if (since !== undefined && until > since)
        parts.set(id, this.#statements.expiredParts.all(id, since, until));
    }
  }

  #loadNew(hold: Hold): Hold {
    const { id } = hold;
    if (!this.#rows.holds.has(id) && this.#statements.isKnown.get(id, id) !== undefined) this.#loadOpen(id);
    return hold;
  }

  #loadOpen(id: string): Hold | undefined {
    const hold = this.#rows.holds.get(id) ?? this.#statements.hold.get(id);
    if (hold) this.#rows.holds.set(id, hold);
    else this.#loadCharge(id);
    return hold;
  }

  #loadCharge(id: string): void {
    if (this.#statements.charge.get(id) !== undefined) this.#rows.charged.add(id);
  }

  #loadAccount(id: AccountId): void {
    if (this.#rows.accounts.has(id)) return;
    const account: Account | undefined = this.#statements.account.get(id);
    if (account) this.#rows.accounts.set(id, account);
  }

  #write({ inserted, changed, removed, accounts, entries, outbox, limits }: Plan): void {
    const { insert, change, remove, save, enter, post } = this.#statements;
    // Deletions first: a released id may be reserved again in the same batch.
    for (const hold of removed) remove.run(hold.id);
    for (const hold of inserted) {
      const { id, user, token, amount, used, instance, snapshot, windows } = hold;
      insert.run(id, user, token, amount, used, instance, snapshot, windows);
    }
    for (const hold of changed) change.run(hold.amount, hold.used, hold.windows, hold.id);
    for (const { balance, held, seq, used, count, id } of accounts)
      save.run(balance, held, seq, used, count, id);
    for (const entry of entries) {
      const {
        ref,
        account,
        seq,
        amount,
        balanceAfter,
        token,
        tokenSeq,
        tokenBalanceAfter,
        meta,
        at,
        windows,
      } = entry;
      enter.run(
        ref,
        account,
        seq,
        amount,
        balanceAfter,
        token,
        tokenSeq,
        tokenBalanceAfter,
        meta,
        at,
        windows,
      );
    }
    for (const { id, payload, nextAt } of outbox) post.run(id, payload, nextAt);
    if (limits.windows.size > 0) this.#writeLimits(limits);
  }

  #writeLimits({ windows, parts, expired }: Plan['limits']): void {
    const { openWindow, saveWindow, addPart, removeParts } = this.#statements;
    for (const window of windows) {
      const { id, rule, subject, startsAt, spent, held, calls, expiredAt, row } = window;
      if (row === undefined)
        window.row = Number(
          openWindow.run(id, rule, subject, startsAt, spent, held, calls, expiredAt).lastInsertRowid,
        );
      else saveWindow.run(spent, held, calls, expiredAt, row);
    }
    for (const [id, ofWindow] of parts) for (const [at, amount] of ofWindow) addPart.run(id, at, amount);
    for (const [id, until] of expired) removeParts.run(id, until);
  }

  #forget(): void {
    this.#rows = emptyRows();
    this.#version = -1;
  }
}

function hasClaims(operation: Operation): boolean {
  return 'claims' in operation && (operation.claims?.length ?? 0) > 0;
}

function emptyRows(): Rows {
  return {
    accounts: new Map(),
    holds: new Map(),
    charged: new Set(),
    limits: { windows: new Map(), expired: new Map() },
  };
}
