import {
  currentLife,
  type Fault,
  type FaultEffect,
  type Life,
  neverResolves,
  runOutside,
} from './virtual-process.ts';

/** One transaction of a simulated process: it runs alone, with at most one fault. */
export class FaultyTransaction {
  readonly #life: Life;
  readonly #canLoseAnswers: boolean;
  readonly #killed = Promise.withResolvers<never>();
  #fault: Fault | undefined;
  #statements = 0;
  isSlow = false;
  isKilled = false;

  constructor(life: Life, canLoseAnswers: boolean) {
    this.#life = life;
    this.#canLoseAnswers = canLoseAnswers;
    if (life.calm === 0) this.#fault = life.faults.shift();
    this.#killed.promise.catch(() => {});
  }

  /** Rejects when the process is killed: then the owner of the connection rolls back. */
  get killed(): Promise<never> {
    return this.#killed.promise;
  }

  /** Call before the first statement and before each. @throws when the fault strikes; never returns after a kill */
  async beforeStatement(): Promise<void> {
    const life = this.#life;
    if (life.calm === 0 && life.cutOffUntil > life.schedule.now) throw databaseError('lost connection');
    const fault = this.#fault;
    if (!fault || fault.statement > this.#statements++ || fault.effect === 'slow answer') return;
    this.#fault = undefined;
    life.log(`meets a ${fault.effect} before statement ${this.#statements - 1}, nothing is committed`);
    if (fault.effect !== 'kill' || life.isStarting) throw databaseError(fault.effect);
    this.#kill();
    await neverResolves();
  }

  /** Call after the commit. @throws when the answer is lost */
  afterCommit(): void {
    const { effect } = this.#fault ?? {};
    this.#fault = undefined;
    if (effect === undefined) return;
    this.#life.log(`meets a ${effect} after the commit`);
    if (effect === 'kill' && this.#life.isStarting) throw databaseError(effect);
    if (effect === 'kill') this.#kill();
    else if (effect === 'slow answer') this.isSlow = true;
    else if (this.#canLoseAnswers) throw databaseError(effect === 'conflict' ? 'lost connection' : effect);
  }

  #kill(): void {
    this.isKilled = true;
    this.#life.isAlive = false;
    this.#killed.reject(new Error('killed'));
  }
}

/**
 * Runs `work` as one event of the schedule. Code outside of a simulated process runs at once and without faults. The
 * promise stays open when the process is killed.
 */
export function scheduled<T>(
  canLoseAnswers: boolean,
  work: (transaction: FaultyTransaction | undefined, life: Life | undefined) => Promise<T>,
): Promise<T> {
  const life = currentLife();
  if (!life) return work(undefined, undefined);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  life.schedule.addTransaction(life, async () => {
    const transaction = new FaultyTransaction(life, canLoseAnswers);
    const answer = await runOutside(() => work(transaction, life)).then(
      (value) => () => resolve(value),
      (error: unknown) => () => reject(error),
    );
    if (!life.isAlive) return;
    if (transaction.isSlow) life.schedule.addTransaction(life, async () => answer());
    else answer();
  });
  return promise;
}

/** Returns an error that both drivers recognize. `refusal`: one that no driver retries. */
export function databaseError(effect: FaultEffect): Error {
  return Object.assign(new Error(`simulated: ${effect}`), { code: CODES[effect] });
}

const CODES: Readonly<Record<FaultEffect, string>> = {
  'lost connection': 'ECONNRESET',
  conflict: 'simulated conflict',
  refusal: 'XX000',
  kill: 'XX000',
  'slow answer': '',
};
