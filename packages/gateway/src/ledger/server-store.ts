import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryDeadlocks } from '../core/deadlocks.ts';
import { nameLoss } from '../db/lost-connection.ts';
import type { AccountId } from './accounts.ts';
import { applyBatch, type OutboxRow, type Plan, type Rows } from './apply-batch.ts';
import type { LimitPart } from './apply-limits.ts';
import { type Instance, KEEP_ENDED_MS } from './instance.ts';
import { type LimitWindow, newWindow } from './limit-claims.ts';
import { emptyLimitNeeds, type LimitNeeds, needClaimed, needHeld } from './limit-needs.ts';
import { acceptOwn, byId, correct, needAccounts, planLocks } from './plan-locks.ts';
import type {
  Account,
  Checkpoint,
  Hold,
  InstanceState,
  Operation,
  Outcome,
  RemoteStore,
  Store,
  UsageEntry,
} from './types.ts';

/** One transaction on a database server. */
export interface ServerTransaction {
  /** Returns the ids that were new. An id with a charge or a hold is not. */
  insertHolds(holds: readonly Hold[]): Promise<Set<string>>;
  lockHolds(ids: readonly string[]): Promise<Hold[]>;
  lockAccounts(ids: readonly AccountId[]): Promise<Account[]>;
  /** Locks these windows in the order of their ids, after creating missing ones of `opened`. */
  lockWindows(ids: readonly string[], opened: readonly LimitWindow[]): Promise<LimitWindow[]>;
  /** The parts of a rolling window between two seconds. */
  listParts(window: string, since: number, until: number): Promise<LimitPart[]>;
  charges(refs: readonly string[]): Promise<Map<string, number>>;
  write(changes: ServerChanges): Promise<void>;
  /** Called only when limits count a call of the batch. */
  writeLimits(limits: Plan['limits']): Promise<void>;
}

export interface ServerChanges {
  readonly changed: readonly Hold[];
  readonly removed: readonly string[];
  readonly accounts: readonly Account[];
  readonly entries: readonly UsageEntry[];
  readonly outbox: readonly OutboxRow[];
}

/** COMMIT was sent, but its answer was lost: the transaction may have taken place. `cause` is the loss. */
export class LostCommit extends Error {
  constructor(cause: unknown) {
    super('the answer to COMMIT was lost', { cause });
    this.name = 'LostCommit';
  }
}

/** What differs between PostgreSQL and MySQL. */
export interface ServerDriver {
  /** @throws {LostCommit} */
  transact<T>(work: (transaction: ServerTransaction) => Promise<T>): Promise<T>;
  /** Whether a retry of the transaction may succeed. */
  isTransient(error: unknown): boolean;
  openHolds(instance: string): Promise<Hold[]>;
  silentInstances(olderThanMs: number): Promise<string[]>;
  heartbeat(instance: string, place: string): Promise<void>;
  findInstance(id: string): Promise<InstanceState | undefined>;
  /** Also deletes instances that ended `keepMs` ago. */
  endInstance(id: string, keepMs: number): Promise<void>;
  /** One statement, sorted by id: the same lock order as in batches. */
  saveCheckpoints(sorted: readonly Checkpoint[]): Promise<void>;
  charges(refs: readonly string[]): Promise<Map<string, number>>;
  close(): Promise<void>;
}

type InstanceName = Pick<Instance, 'id' | 'place'>;

const retryForMs = 10_000;
const maxCheckpoints = 1000;

/** The same steps on every database server. Batches of several processes wait for each other's row locks. */
export class ServerStore implements Store {
  readonly #driver: ServerDriver;
  readonly #instance: InstanceName;
  /** Operations whose answer was lost, as long as they are retried. */
  readonly #uncertain = new WeakSet<Operation>();
  readonly remote: RemoteStore;

  constructor(driver: ServerDriver, instance: InstanceName) {
    this.#driver = driver;
    this.#instance = instance;
    this.remote = {
      mayBeApplied: (operation) => this.#uncertain.has(operation),
      saveCheckpoints: (checkpoints) => this.#saveCheckpoints(checkpoints),
    };
  }

  /**
   * Retries while the server restarts or a lock is refused. Ids are unique, so nothing happens twice. A
   * caller that sends the same operations again after an error gets the result of a transaction whose answer
   * was lost.
   */
  async apply(batch: readonly Operation[]): Promise<Outcome[]> {
    const deadline = performance.now() + retryForMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#driver.transact((transaction) => this.#apply(transaction, batch));
      } catch (error) {
        const isLost = error instanceof LostCommit;
        if (isLost) for (const operation of batch) this.#uncertain.add(operation);
        const reason = isLost ? error.cause : error;
        if (!this.#driver.isTransient(reason) || performance.now() > deadline) nameLoss(reason);
      }
      await sleep(Math.min(500, 5 * 2 ** Math.min(attempt, 7)) * (randomInt(50, 150) / 100));
    }
  }

  openHolds(instance: string): Promise<Hold[]> {
    return this.#driver.openHolds(instance).catch(nameLoss);
  }

  silentInstances(olderThanMs: number): Promise<string[]> {
    return this.#driver.silentInstances(olderThanMs).catch(nameLoss);
  }

  heartbeat(): Promise<void> {
    const { id, place } = this.#instance;
    return retryDeadlocks(() => this.#driver.heartbeat(id, place)).catch(nameLoss);
  }

  findInstance(id: string): Promise<InstanceState | undefined> {
    return this.#driver.findInstance(id).catch(nameLoss);
  }

  endInstance(id: string): Promise<void> {
    return retryDeadlocks(() => this.#driver.endInstance(id, KEEP_ENDED_MS)).catch(nameLoss);
  }

  charges(refs: readonly string[]): Promise<Map<string, number>> {
    return this.#driver.charges(refs).catch(nameLoss);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  async #saveCheckpoints(checkpoints: readonly Checkpoint[]): Promise<void> {
    const sorted = [...checkpoints].sort(byId);
    for (let from = 0; from < sorted.length; from += maxCheckpoints) {
      const page = sorted.slice(from, from + maxCheckpoints);
      await retryDeadlocks(() => this.#driver.saveCheckpoints(page)).catch(nameLoss);
    }
  }

  async #apply(transaction: ServerTransaction, batch: readonly Operation[]): Promise<Outcome[]> {
    const { inserts, holds, accounts } = planLocks(batch);
    const fresh = inserts.length > 0 ? await transaction.insertHolds(inserts) : new Set<string>();
    const inserted = inserts.filter(({ id }) => fresh.has(id));
    for (const { id } of inserts) if (!fresh.has(id)) holds.add(id);

    const limits: Rows['limits'] = { windows: new Map(), expired: new Map() };
    const rows: Rows = { accounts: new Map(), holds: new Map(), charged: new Set(), limits };
    const found = holds.size > 0 ? await transaction.lockHolds([...holds].sort()) : [];
    for (const hold of found) {
      rows.holds.set(hold.id, hold);
      needAccounts(accounts, hold);
    }
    const lost = [...holds].filter((id) => !rows.holds.has(id));
    const charges = lost.length > 0 ? await transaction.charges(lost) : new Map<string, number>();
    for (const id of charges.keys()) rows.charged.add(id);
    const own = new Map(
      found.filter(({ instance }) => instance === this.#instance.id).map(({ id, amount }) => [id, amount]),
    );

    const sorted = [...accounts].sort((a, b) => a - b);
    const locked = sorted.length > 0 ? await transaction.lockAccounts(sorted) : [];
    for (const account of locked) rows.accounts.set(account.id, account);

    const needs = findLimitNeeds(batch, found);
    if (needs) await lockLimits(transaction, needs, limits);

    const plan = applyBatch(batch, rows, Math.floor(Date.now() / 1000));
    const { entries, outbox } = plan;
    await transaction.write({
      ...correct(plan, inserted),
      accounts: [...plan.accounts].sort(byId),
      entries,
      outbox,
    });
    if (plan.limits.windows.size > 0) await transaction.writeLimits(plan.limits);
    acceptOwn(batch, plan.outcomes, { holds: own, charges, mayBeApplied: this.remote.mayBeApplied });
    return plan.outcomes;
  }
}

/** Undefined when no limit counts a call of the batch. */
function findLimitNeeds(batch: readonly Operation[], found: readonly Hold[]): LimitNeeds | undefined {
  const claiming = batch.filter((operation) => 'claims' in operation && operation.claims?.length);
  const holds = [...batch.flatMap((operation) => ('hold' in operation ? operation.hold : [])), ...found];
  const counted = holds.filter(({ windows }) => windows !== null);
  if (claiming.length + counted.length === 0) return undefined;
  const needs = emptyLimitNeeds();
  for (const operation of claiming) needClaimed(needs, operation);
  for (const hold of counted) needHeld(needs, hold);
  return needs;
}

async function lockLimits(
  transaction: ServerTransaction,
  { opened, others, expired }: LimitNeeds,
  rows: Rows['limits'],
): Promise<void> {
  const ids = [...new Set([...opened.keys(), ...others])].sort();
  const fresh = [...opened.values()].map(newWindow).sort(byId);
  for (const window of await transaction.lockWindows(ids, fresh)) rows.windows.set(window.id, window);
  for (const [id, until] of expired) {
    const since = rows.windows.get(id)?.expiredAt ?? until;
    if (until > since) rows.expired.set(id, await transaction.listParts(id, since, until));
  }
}
