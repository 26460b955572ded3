import type Database from 'better-sqlite3';
import { OpenFile } from '../db/open-file.ts';
import { isBusy, openSqlite, whenFree } from '../db/sqlite.ts';
import type { AccountId } from './accounts.ts';
import { applyBatch, type Plan, type Rows } from './apply-batch.ts';
import { type Instance, KEEP_ENDED_MS } from './instance.ts';
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
    }
  }

  #load(batch: readonly Operation[]): void {
    const version = this.#statements.version.get() ?? 0;
    if (version !== this.#version || this.#rows.accounts.size > rememberedAccounts) this.#forget();
    this.#version = version;
    for (const operation of batch) {
      const hold = 'hold' in operation ? this.#loadNew(operation.hold) : this.#loadOpen(operation.id);
      if (!hold) continue;
      this.#loadAccount(hold.user);
      if (hold.token !== null) this.#loadAccount(hold.token);
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

  #write({ inserted, changed, removed, accounts, entries, outbox }: Plan): void {
    const { insert, change, remove, save, enter, post } = this.#statements;
    // Deletions first: a released id may be reserved again in the same batch.
    for (const hold of removed) remove.run(hold.id);
    for (const hold of inserted) {
      insert.run(hold.id, hold.user, hold.token, hold.amount, hold.used, hold.instance, hold.snapshot);
    }
    for (const hold of changed) change.run(hold.amount, hold.used, hold.id);
    for (const { balance, held, seq, used, count, id } of accounts)
      save.run(balance, held, seq, used, count, id);
    for (const entry of entries) {
      const { ref, account, seq, amount, balanceAfter, token, tokenSeq, tokenBalanceAfter, meta, at } = entry;
      enter.run(ref, account, seq, amount, balanceAfter, token, tokenSeq, tokenBalanceAfter, meta, at);
    }
    for (const { id, payload, nextAt } of outbox) post.run(id, payload, nextAt);
  }

  #forget(): void {
    this.#rows = emptyRows();
    this.#version = -1;
  }
}

function emptyRows(): Rows {
  return { accounts: new Map(), holds: new Map(), charged: new Set() };
}
