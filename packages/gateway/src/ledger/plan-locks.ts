import type { AccountId } from './accounts.ts';
import type { Plan } from './apply-batch.ts';
import type { Hold, Operation, Outcome } from './types.ts';

/** The rows that a batch needs from a database server, sorted in lock order. */
export interface LockNeeds {
  /** Inserted first: the unique key decides between two processes with the same id. */
  readonly inserts: Hold[];
  readonly holds: Set<string>;
  readonly accounts: Set<AccountId>;
}

export function planLocks(batch: readonly Operation[]): LockNeeds {
  const inserts = new Map<string, Hold>();
  const holds = new Set<string>();
  const accounts = new Set<AccountId>();
  for (const operation of batch) {
    // A hold to cancel is inserted too, so that its transaction waits for one that is about to insert it.
    if (operation.kind === 'reserve' || operation.kind === 'cancel') {
      if (!inserts.has(operation.hold.id)) inserts.set(operation.hold.id, { ...operation.hold });
    } else {
      holds.add('hold' in operation ? operation.hold.id : operation.id);
    }
    if ('hold' in operation) needAccounts(accounts, operation.hold);
  }
  for (const id of inserts.keys()) holds.delete(id);
  return { inserts: [...inserts.values()].sort(byId), holds, accounts };
}

export function needAccounts(accounts: Set<AccountId>, { user, token }: Hold): void {
  accounts.add(user);
  if (token !== null) accounts.add(token);
}

export interface Corrections {
  /** Whole rows: when a batch reserves an id twice, the second request may win with another account. */
  readonly changed: Hold[];
  readonly removed: string[];
}

/** Corrects the early inserts: deletes refused and ended holds, and updates holds that the batch changed. */
export function correct(plan: Plan, inserted: readonly Hold[]): Corrections {
  const finalHolds = new Map([...plan.inserted].map((hold) => [hold.id, hold]));
  const changed = [...plan.changed];
  const removed = plan.removed.map(({ id }) => id);
  for (const early of inserted) {
    const final = finalHolds.get(early.id);
    if (!final) removed.push(early.id);
    else if (!isSame(final, early)) changed.push(final);
  }
  return { changed: changed.sort(byId), removed: removed.sort() };
}

function isSame(a: Hold, b: Hold): boolean {
  return (
    a.amount === b.amount &&
    a.used === b.used &&
    a.user === b.user &&
    a.token === b.token &&
    a.windows === b.windows
  );
}

/**
 * The batch is sent again after the answer to COMMIT was lost. The commit took place if the database has the
 * hold of this instance with the amount granted then, or the charge of exactly this amount.
 */
export function acceptOwn(
  batch: readonly Operation[],
  outcomes: Outcome[],
  own: {
    readonly holds: ReadonlyMap<string, number>;
    readonly charges: ReadonlyMap<string, number>;
    /** Operations whose answer was lost. */
    readonly mayBeApplied: (operation: Operation) => boolean;
  },
): void {
  for (const [index, operation] of batch.entries()) {
    if (outcomes[index] === 'ok' || !own.mayBeApplied(operation)) continue;
    const granted = operation.kind === 'reserve' ? own.holds.get(operation.hold.id) : undefined;
    if (operation.kind === 'reserve' && granted !== undefined) {
      operation.hold.amount = granted;
      outcomes[index] = 'ok';
    }
    if (operation.kind !== 'finish' && operation.kind !== 'ended') continue;
    const id = operation.kind === 'finish' ? operation.id : operation.hold.id;
    const isVoid = operation.state === 'voided' && outcomes[index] === 'unknown';
    if (isVoid || own.charges.get(id) === operation.cost) outcomes[index] = 'ok';
  }
}

export function byId(a: { id: string | number }, b: { id: string | number }): number {
  return a.id < b.id ? -1 : 1;
}
