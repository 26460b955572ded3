import type { Count as RuleCount, Taking } from '../cache/counters.ts';
import type { AppliedBatch } from '../ledger/index.ts';
import type { Operation } from '../ledger/types.ts';
import type { Channel } from './channel.ts';

/** What the parent of the workers does for each of them. */
export type ParentDuties = {
  /** SQLite only: applies a batch of the ledger. */
  apply(batch: readonly Operation[]): Promise<AppliedBatch>;
  take(step: { name: string; key: string; count: number; periodMs: number }): number | Promise<number>;
  enter(step: WindowStep): Promise<{ waitMs: number; place: number }>;
  giveBack(place: number): void;
  guessWait(guess: Guess): number | Promise<number>;
  guessFail(guess: Guess): unknown;
  guessSucceed(guess: Guess): unknown;
  /** Takes one of each count of the limit rules. `taking` ends it; 0 when one is full. */
  takeCounts(counts: readonly RuleCount[]): Promise<CountsTaken>;
  endCounts(ended: { taking: number; isCancelled: boolean }): void;
  readCounts(counts: readonly RuleCount[]): number[] | Promise<number[]>;
  rest(rest: Rest): void;
  count(counts: readonly Count[]): void;
  went(places: readonly Went[]): void;
  findPlace(keys: readonly number[]): { key: number; channelId: number } | null;
  /** Something was changed in the database. */
  changed(nothing: null): void;
  /** The metrics of all workers, by their numbers. */
  metrics(nothing: null): Promise<[worker: number, text: string][]>;
  /** The worker takes calls. The greeting of the first one is printed when all do. */
  ready(greeting: string): void;
  /** The worker ends after an internal error: another one may take its place at once. */
  leaving(code: number): void;
};

export type CountsTaken = Pick<Taking, 'full' | 'used'> & { readonly taking: number };

export interface WindowStep {
  readonly name: string;
  readonly key: string;
  readonly count: number;
  readonly periodMs: number;
}

export interface Guess {
  readonly name: string;
  readonly key: string;
  readonly freeTries?: number | undefined;
}

/** A cooldown of `ms` milliseconds from now on; 0 ends it. */
export interface Rest {
  readonly name: string;
  readonly id: number;
  readonly ms: number;
}

/** How many of a key a worker has. Only totals above half of `most` are sent to the others. */
export interface Count {
  readonly name: string;
  readonly key: string;
  readonly count: number;
  readonly most: number;
}

export interface Went {
  readonly key: number;
  readonly channelId: number;
  readonly lifeMs: number;
}

/** What each worker does for its parent. */
export type WorkerDuties = {
  rest(rest: Rest): void;
  /** `count`: how many the other workers have. */
  count(counts: readonly Pick<Count, 'name' | 'key' | 'count'>[]): void;
  /** Another worker changed something in the database. */
  changed(nothing: null): void;
  metrics(nothing: null): Promise<string>;
  drain(manner: { skipsListening: boolean }): void;
};

export type ParentChannel = Channel<ParentDuties>;
export type WorkerChannel = Channel<WorkerDuties>;
