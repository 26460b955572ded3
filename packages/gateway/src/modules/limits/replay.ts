import type { Rule } from './rule.ts';
import { timeOf } from './window-of.ts';

/** A call of the past under a rule. */
export interface PastCall {
  readonly at: number;
  /** Seconds. */
  readonly duration: number;
  /** What the rule counts of it. */
  readonly amount: number;
  readonly subject: string;
  readonly userId: number;
}

interface Window {
  startsAt: number;
  spent: number;
  /** Rolling windows and running calls: what stops counting, and when, in that order. */
  readonly leaving: Heap;
}

/**
 * Decides calls one after the other, as if the rule had been there: what it refuses is not counted. Calls are
 * given in the order in which they began.
 */
export class Replay {
  readonly #rule: Rule;
  readonly #windows = new Map<string, Window>();
  readonly #refusedOf = new Map<number, number>();
  calls = 0;
  refused = 0;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  add(call: PastCall): void {
    this.calls += 1;
    const { resource, amount: limit } = this.#rule;
    const amount = resource === 'quota' || resource === 'tokens' ? call.amount : 1;
    const window = this.#windowOf(call);
    if (amount > 0 && window.spent + amount > limit) {
      this.refused += 1;
      this.#refusedOf.set(call.userId, (this.#refusedOf.get(call.userId) ?? 0) + 1);
      return;
    }
    window.spent += amount;
    const lasts = resource === 'concurrent' ? call.duration : timeOf(this.#rule, call.at).period;
    if (lasts > 0) window.leaving.add({ at: call.at + lasts, amount });
    else if (resource === 'concurrent') window.spent -= amount;
  }

  /** Users with refused calls, those with the most first. */
  users(): (readonly [userId: number, refused: number])[] {
    return [...this.#refusedOf].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  }

  #windowOf({ subject, at }: PastCall): Window {
    const { startsAt } = timeOf(this.#rule, at);
    const window = this.#windows.get(subject) ?? { startsAt, spent: 0, leaving: new Heap() };
    this.#windows.set(subject, window);
    if (startsAt > window.startsAt) {
      window.startsAt = startsAt;
      window.spent = 0;
    }
    window.spent -= window.leaving.takeUntil(at);
    return window;
  }
}

interface Leaving {
  readonly at: number;
  readonly amount: number;
}

/** The earliest first. */
class Heap {
  readonly #items: Leaving[] = [];

  add(item: Leaving): void {
    const items = this.#items;
    let index = items.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent] as Leaving;
      if (above.at <= item.at) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  /** Removes what leaves by then. Returns its sum. */
  takeUntil(at: number): number {
    let sum = 0;
    for (let first = this.#items[0]; first && first.at <= at; first = this.#items[0]) {
      sum += first.amount;
      this.#removeFirst();
    }
    return sum;
  }

  #removeFirst(): void {
    const items = this.#items;
    const last = items.pop() as Leaving;
    if (items.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      const right = items[child + 1];
      if (right && right.at < (items[child] as Leaving).at) child += 1;
      const least = items[child] as Leaving;
      if (least.at >= last.at) break;
      items[index] = least;
      index = child;
    }
    items[index] = last;
  }
}
