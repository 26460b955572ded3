import { type Events, type Life, nextTick, realSleep, startLimit } from './virtual-process.ts';

interface Event {
  readonly life: Life;
  readonly kind: 'transaction' | 'immediate' | 'timer';
  /** Virtual milliseconds. */
  readonly due: number;
  readonly run: () => Promise<void> | void;
}

/**
 * Everything that simulated processes wait for. One event runs at a time, and the test decides which, so a
 * run is reproducible. Immediates and timers of one process keep their order; everything else may happen in
 * any order.
 */
export class Schedule implements Events {
  /** Virtual milliseconds since the beginning. */
  now = 0;
  /** Called when virtual time has passed. */
  onAdvance: () => void = () => {};
  /** Called before the database compares times, with the milliseconds since the last call. */
  onClock: (passedMs: number) => Promise<void> = async () => {};
  #clockReadAt = 0;
  #events: Event[] = [];
  #run = 0;

  /** Number of events that have run. */
  get count(): number {
    return this.#run;
  }

  addTimer(life: Life, ms: number, callback: () => void): () => void {
    const event = this.#add(life, 'timer', this.now + ms, () => call(life, callback));
    return () => this.#remove(event);
  }

  addImmediate(life: Life, callback: () => void): void {
    this.#add(life, 'immediate', this.now, () => call(life, callback));
  }

  /** `run` resolves when the database is free for others again. */
  addTransaction(life: Life, run: () => Promise<void>): void {
    this.#add(life, 'transaction', this.now, run);
  }

  advance(ms: number): void {
    if (ms <= 0) return;
    this.now += ms;
    this.onAdvance();
  }

  /** Sets the clock of the database to the virtual time. */
  async readClock(): Promise<void> {
    const elapsedMs = this.now - this.#clockReadAt;
    this.#clockReadAt = this.now;
    if (elapsedMs > 0) await this.onClock(elapsedMs);
  }

  /** Removes all events of a dead process. */
  drop(dead: Life): void {
    this.#events = this.#events.filter(({ life }) => life !== dead);
  }

  /**
   * Runs one event: the oldest for `pick` 0. The earliest timer of a process is a candidate too, even before
   * its time: then the time passes, while everything else is slow.
   *
   * @returns false when there is none
   */
  async step(pick = 0, only?: Life): Promise<boolean> {
    let candidates = this.#candidates(only);
    if (candidates.length === 0) {
      await nextTick(); // Code that was just started has not reached its next wait yet.
      candidates = this.#candidates(only);
    }
    const event = candidates[pick % candidates.length];
    if (!event) return false;
    this.#remove(event);
    this.advance(event.due - this.now);
    this.#run += 1;
    await withLimit(event.run());
    await nextTick();
    return true;
  }

  /** Runs events until none is left. @throws when that never happens */
  async drain(isDone?: () => boolean, only?: Life): Promise<void> {
    for (let count = 0; !isDone?.(); count++) {
      if (count > MOST_EVENTS) throw new Error(`the ledger does not come to rest in ${MOST_EVENTS} events`);
      if (await this.step(0, only)) continue;
      if (!isDone) return;
      // Something waits for real I/O, such as a file.
      if (count > 1000) throw new Error('the ledger waits for something that never happens');
      await realSleep(1);
    }
  }

  #add(life: Life, kind: Event['kind'], due: number, run: Event['run']): Event {
    const event = { life, kind, due, run };
    if (life.isAlive) this.#events.push(event);
    return event;
  }

  #remove(event: Event): void {
    const index = this.#events.indexOf(event);
    if (index >= 0) this.#events.splice(index, 1);
  }

  /**
   * Returns the events that may run next, in the order of `pick`: first those that are due, by age, then
   * timers by time.
   */
  #candidates(only: Life | undefined): Event[] {
    const due: Event[] = [];
    const timers = new Map<Life, Event>();
    const hasImmediate = new Set<Life>();
    for (const event of this.#events) {
      const { life, kind } = event;
      if (only && life !== only) continue;
      if (kind === 'timer') {
        const earliest = timers.get(life);
        if (!earliest || event.due < earliest.due) timers.set(life, event);
      } else if (kind === 'transaction' || !hasImmediate.has(life)) {
        if (kind === 'immediate') hasImmediate.add(life);
        due.push(event);
      }
    }
    return [...due, ...[...timers.values()].sort((a, b) => a.due - b.due)];
  }
}

const MOST_EVENTS = 20_000;
const LONGEST_MS = 30_000;

/** Ignores the result of the callback, as a real timer does. */
function call(life: Life, callback: () => void): void {
  life.run(callback);
}

/** @throws when the database itself hangs, not the simulation */
async function withLimit(work: Promise<void> | void): Promise<void> {
  if (!work) return;
  const limit = startLimit(LONGEST_MS);
  await Promise.race([work, limit.reached]).finally(limit.stop);
}
