import { accountId, UNLIMITED_FLOOR } from '../ledger/accounts.ts';
import { applyBatch, type Rows } from '../ledger/apply-batch.ts';
import type { LimitPart } from '../ledger/apply-limits.ts';
import type { LimitWindow } from '../ledger/limit-claims.ts';
import { emptyLimitNeeds, needClaimed, needHeld } from '../ledger/limit-needs.ts';
import type { Operation, Outcome } from '../ledger/types.ts';

/** Applies batches as a database does, without one: for properties that need thousands of runs. */
export class MemoryStore {
  readonly windows = new Map<string, LimitWindow>();
  readonly #rows: Rows;
  readonly #parts = new Map<string, Map<number, number>>();

  constructor() {
    const id = accountId('user', 1);
    const account = { id, balance: 0, held: 0, floor: UNLIMITED_FLOOR, seq: 0, used: 0, count: 0 };
    const limits = { windows: this.windows, expired: new Map<string, LimitPart[]>() };
    this.#rows = { accounts: new Map([[id, account]]), holds: new Map(), charged: new Set(), limits };
  }

  apply(batch: readonly Operation[]): Outcome[] {
    const needs = emptyLimitNeeds();
    for (const operation of batch) {
      needClaimed(needs, operation);
      const hold = 'hold' in operation ? operation.hold : this.#rows.holds.get(operation.id);
      if (hold) needHeld(needs, hold);
    }
    const { expired } = this.#rows.limits;
    expired.clear();
    for (const [id, until] of needs.expired) {
      const since = this.windows.get(id)?.expiredAt ?? until;
      const parts = [...(this.#parts.get(id) ?? [])].map(([at, amount]) => ({ at, amount }));
      expired.set(
        id,
        parts.filter(({ at }) => at > since && at <= until),
      );
    }
    const { outcomes, limits } = applyBatch(batch, this.#rows, 0);
    for (const [id, added] of limits.parts) {
      const ofWindow = this.#parts.get(id) ?? new Map<number, number>();
      for (const [at, amount] of added) ofWindow.set(at, (ofWindow.get(at) ?? 0) + amount);
      this.#parts.set(id, ofWindow);
    }
    for (const [id, until] of limits.expired)
      for (const at of this.#parts.get(id)?.keys() ?? []) if (at <= until) this.#parts.get(id)?.delete(at);
    return outcomes;
  }
}
