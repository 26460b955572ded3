import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** An error of a database, as its driver reports it. */
export type FaultEffect = 'lost connection' | 'conflict' | 'refusal' | 'kill' | 'slow answer';

/** The fault of one transaction. */
export interface Fault {
  /** Number of the statement that fails, from 0. Beyond the last one, the fault follows the commit. */
  readonly statement: number;
  readonly effect: FaultEffect;
}

/** Where a simulated process waits for its turn, for time and for the database. */
export interface Events {
  /** Virtual milliseconds. */
  readonly now: number;
  addTimer(life: Life, ms: number, callback: () => void): () => void;
  addImmediate(life: Life, callback: () => void): void;
  addTransaction(life: Life, run: () => Promise<void>): void;
  /** Sets the clock of the database to the virtual time. */
  readClock(): Promise<void>;
}

/** One life of a simulated process: everything that it starts runs in its async context, and ends with it. */
export class Life {
  readonly name: string;
  readonly schedule: Events;
  /** How far its clock is ahead of the others. */
  readonly clockAheadMs: number;
  isAlive = true;
  /** It died, and a later life in its data folder has ended its calls: no gateway adopts them any more. */
  isRecovered = false;
  /** When it began its last heartbeat, and the last one that the database has, in virtual milliseconds. */
  heartbeatBegunAt: number;
  heartbeatAt: number;
  /** A process that is killed while it starts ends with an error, to release the locks of its files. */
  isStarting = true;
  /** Gets a message for each fault. */
  log: (text: string) => void = () => {};
  /** One for each of the next transactions. */
  faults: Fault[] = [];
  /** In virtual milliseconds: until then it cannot reach the database. */
  cutOffUntil = 0;
  /** While above 0 no fault occurs. */
  calm = 0;

  constructor(name: string, schedule: Events, clockAheadMs: number) {
    this.name = name;
    this.schedule = schedule;
    this.clockAheadMs = clockAheadMs;
    this.heartbeatBegunAt = schedule.now;
    this.heartbeatAt = schedule.now;
  }

  run<T>(work: () => T): T {
    return current.run(this, work);
  }
}

const current = new AsyncLocalStorage<Life>();

export function currentLife(): Life | undefined {
  return current.getStore();
}

/** Runs `work` with the timers and clocks of the machine. */
export function runOutside<T>(work: () => T): T {
  return current.exit(work);
}

export function neverResolves<T>(): Promise<T> {
  return new Promise<T>(() => {});
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  sleep: timers.setTimeout,
  yield: timers.setImmediate,
  now: Date.now,
  performanceNow: performance.now,
  randomInt: crypto.randomInt,
  randomBytes: crypto.randomBytes,
};

/** Ends the current turn of the real event loop: resolved promises have run to their next wait. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(() => resolve()));
}

export function realSleep(ms: number): Promise<void> {
  return new Promise((resolve) => real.setTimeout(() => resolve(), ms));
}

/** `reached` rejects after `ms` unless it is stopped. */
export function startLimit(ms: number): { reached: Promise<never>; stop(): void } {
  const { promise: reached, reject } = Promise.withResolvers<never>();
  const timer = real.setTimeout(() => reject(new Error(`a transaction took ${ms} ms`)), ms);
  return { reached, stop: () => real.clearTimeout(timer) };
}

const START = Math.floor(Date.now() / 1000) * 1000;
let randomCount = 0;

class VirtualTimer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }
}

type Callback = (...values: unknown[]) => void;

function inLife<T>(virtual: (life: Life) => T, otherwise: () => T): T {
  const life = current.getStore();
  return life ? virtual(life) : otherwise();
}

const startTimer = (life: Life, ms: number, callback: () => void) =>
  new VirtualTimer(life.schedule.addTimer(life, ms, callback));

/**
 * Gives every life virtual timers, clocks and random numbers; other code keeps the real ones. Returns a
 * function that restores the real ones.
 */
export function installVirtualProcesses(): () => void {
  installTimers();
  installClocks();
  syncBuiltinESMExports();

  return () => {
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
    globalThis.setImmediate = real.setImmediate;
    timers.setTimeout = real.sleep;
    timers.setImmediate = real.yield;
    Date.now = real.now;
    performance.now = real.performanceNow;
    crypto.randomInt = real.randomInt;
    crypto.randomBytes = real.randomBytes;
    syncBuiltinESMExports();
  };
}

function installTimers(): void {
  globalThis.setTimeout = ((callback: Callback, ms = 0, ...values: unknown[]) =>
    inLife<unknown>(
      (life) => startTimer(life, ms, () => callback(...values)),
      () => real.setTimeout(callback, ms, ...values),
    )) as typeof setTimeout;
  globalThis.clearTimeout = ((timer?: unknown) => {
    if (timer instanceof VirtualTimer) timer.cancel();
    else real.clearTimeout(timer as NodeJS.Timeout);
  }) as typeof clearTimeout;
  globalThis.setImmediate = ((callback: Callback, ...values: unknown[]) =>
    inLife<unknown>(
      (life) => life.schedule.addImmediate(life, () => callback(...values)),
      () => real.setImmediate(callback, ...values),
    )) as typeof setImmediate;
  timers.setTimeout = ((ms?: number, ...rest: never[]) =>
    inLife<Promise<unknown>>(
      (life) => new Promise<void>((resolve) => startTimer(life, ms ?? 0, resolve)),
      () => real.sleep(ms, ...rest),
    )) as typeof timers.setTimeout;
  timers.setImmediate = ((...values: never[]) =>
    inLife<Promise<unknown>>(
      (life) => new Promise<void>((resolve) => life.schedule.addImmediate(life, resolve)),
      () => real.yield(...values),
    )) as typeof timers.setImmediate;
}

function installClocks(): void {
  Date.now = () =>
    inLife(
      (life) => START + life.schedule.now + life.clockAheadMs,
      () => real.now.call(Date),
    );
  performance.now = () =>
    inLife(
      (life) => life.schedule.now,
      () => real.performanceNow.call(performance),
    );
  crypto.randomInt = ((...bounds: [number, number]) =>
    inLife(
      () => Math.floor((bounds[0] + (bounds[1] ?? 0)) / 2),
      () => real.randomInt(...bounds),
    )) as typeof crypto.randomInt;
  crypto.randomBytes = ((size: number) =>
    inLife(
      () => Buffer.from((randomCount++).toString(16).padStart(2 * size, '0'), 'hex'),
      () => real.randomBytes(size),
    )) as typeof crypto.randomBytes;
}
