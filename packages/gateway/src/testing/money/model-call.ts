import type { Life } from './virtual-process.ts';

/**
 * - reserving: the reserve has no answer yet. A process that is killed then leaves the call in this phase.
 * - refused: too little money, or the id was taken. `unavailable`: the caller got 503.
 * - open: money is held.
 * - settling, voiding: the end has begun, its caller has no answer yet.
 */
type Phase = 'reserving' | 'refused' | 'unavailable' | 'open' | 'settling' | 'settled' | 'voiding' | 'voided';

/** The state of one call, as its caller saw it. */
export class ModelCall {
  readonly id: string;
  readonly user: number;
  /** The process that serves it. */
  readonly life: Life;
  readonly estimate: number;
  phase: Phase = 'reserving';
  /** The held amount, as far as the caller knows. */
  amount = 0;
  /** The most that a checkpoint may have recorded. */
  mostUsed: number;
  isDispatched = false;
  cost = 0;
  /** Another gateway took its process for dead and may have charged the estimate, whatever happened since. */
  isAdopted = false;

  constructor(id: string, user: number, life: Life, estimate: number) {
    this.id = id;
    this.user = user;
    this.life = life;
    this.estimate = estimate;
    this.mostUsed = estimate;
  }

  /** Whether its id is certainly in use. */
  get isTaken(): boolean {
    const holdsOrCharged = this.phase === 'open' || this.phase === 'settling' || this.phase === 'settled';
    return holdsOrCharged && this.life.isAlive && !this.isAdopted;
  }

  /** Returns what is wrong with a charge; an undefined charge means that the call was free. */
  findFault(charge: number | undefined): string | undefined {
    const expectations = this.#expectations();
    const isExpected = expectations.some((expected) =>
      expected === 'free'
        ? charge === undefined
        : charge !== undefined && charge >= expected[0] && charge <= expected[1],
    );
    if (isExpected) return undefined;
    const text = expectations.map((each) => (each === 'free' ? each : `charged ${each.join(' to ')}`));
    const state = `${this.phase}${this.isDispatched ? ', dispatched' : ''}${this.life.isAlive ? '' : ', its process died'}`;
    return `call ${this.id} (${state}) must be ${text.join(' or ')}, but was ${charge === undefined ? 'free' : `charged ${charge}`}`;
  }

  #expectations(): Expectation[] {
    const recovered: Expectation = [this.estimate, this.mostUsed];
    const exact: Expectation = [this.cost, this.cost];
    const adopted = this.isAdopted ? [recovered] : [];
    switch (this.phase) {
      case 'reserving':
      case 'refused':
      case 'unavailable':
      case 'voided':
        return ['free', ...adopted];
      case 'open':
        return [this.isDispatched ? recovered : 'free', ...adopted];
      case 'settling':
        return [exact, recovered];
      case 'settled':
        return [exact, ...adopted];
      case 'voiding':
        return ['free', ...(this.isDispatched ? [recovered] : adopted)];
    }
  }
}

/** From the smallest charge to the largest. */
type Expectation = 'free' | readonly [number, number];
