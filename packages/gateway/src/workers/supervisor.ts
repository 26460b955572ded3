import cluster, { type Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openChannel } from './channel.ts';
import type { ParentDuties, WorkerChannel, WorkerDuties } from './duties.ts';
import { passOnConnections } from './pass-on-connections.ts';
import type { SharedLimits } from './shared-limits.ts';
import { PIPE_FD } from './worker-link.ts';

export interface Supervision {
  readonly count: number;
  readonly log: Logger;
  readonly limits: SharedLimits;
  readonly apply: ParentDuties['apply'];
  /** Milliseconds from the beginning of a drain until workers that are still there are killed. */
  readonly patienceMs: number;
  /** Called once, with the greeting of the first worker, when all of them take calls. */
  readonly onReady: (greeting: string) => void;
  /** Called once, when the last worker has ended. */
  readonly onEnd: (exitCode: number) => void;
}

interface Child {
  /** Its number among the workers, which its successor takes over. */
  readonly number: number;
  readonly worker: Worker;
  readonly channel: WorkerChannel;
  isReady: boolean;
  /** Another worker has its place already. */
  isReplaced: boolean;
}

/** A worker that ended before it took calls is replaced after this time. */
const RETRY_MS = 1000;
const METRICS_MS = 2000;

/**
 * Starts workers and replaces each that ends, until a drain. The first one starts alone: it prepares the
 * databases. When it cannot start, nothing does.
 */
export class Supervisor {
  readonly #parts: Supervision;
  readonly #children = new Set<Child>();
  /** Set when the first worker takes calls. */
  #greeting: string | undefined;
  #hasGreeted = false;
  #isDraining = false;
  #exitCode = 0;

  constructor(parts: Supervision) {
    this.#parts = parts;
    cluster.setupPrimary({
      args: ['worker', String(parts.count)],
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'],
    });
    this.#start();
  }

  /** Lets calls under way finish, then ends. The second time ends at once. */
  drain(manner: { skipsListening: boolean }): void {
    if (this.#isDraining) {
      this.#killAll();
      return;
    }
    this.#isDraining = true;
    for (const { channel, isReady, worker } of this.#children)
      if (isReady) channel.tell('drain', manner);
      else worker.process.kill('SIGKILL'); // It has no calls yet.
    if (this.#children.size === 0) this.#parts.onEnd(this.#exitCode);
    setTimeout(() => this.#killAll(), this.#parts.patienceMs).unref();
  }

  #start(): void {
    if (this.#isDraining) return;
    const { limits, apply } = this.#parts;
    const worker = cluster.fork();
    passOnConnections(worker.process);
    worker.on('error', () => {}); // It could not be started or reached: it ends, or never began.
    const pipe = worker.process.stdio?.[PIPE_FD];
    if (worker.process.pid === undefined || !pipe) {
      setTimeout(() => this.#start(), RETRY_MS); // The system has no room for another process.
      return;
    }
    const number = this.#freeNumber();
    const duties: Partial<ParentDuties> = {
      apply,
      metrics: () => this.#readMetrics(),
      ready: (greeting) => this.#welcome(child, greeting),
      leaving: () => this.#replace(child),
      changed: () => {
        for (const other of this.#children) if (other !== child) other.channel.tell('changed', null);
      },
    };
    const channel = openChannel<WorkerDuties>(pipe as Socket, duties);
    Object.assign(duties, limits.join(channel));
    const child: Child = { number, worker, channel, isReady: false, isReplaced: false };
    this.#children.add(child);
    const exited = new Promise<number | string | null>((resolve) =>
      worker.process.once('exit', (code, signal) => resolve(signal ?? code)),
    );
    // What it sent before its end is served first: its successor recovers what is open after that.
    void Promise.all([exited, channel.closed]).then(([end]) => this.#bury(child, end));
  }

  #freeNumber(): number {
    const taken = new Set([...this.#children].map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number += 1;
    return number;
  }

  /** Leaves a worker out that does not answer. */
  async #readMetrics(): Promise<[number, string][]> {
    const readings = [...this.#children].map(async ({ number, channel, isReady }) => {
      const reading = isReady ? channel.ask('metrics', null).catch(() => undefined) : undefined;
      const text = await Promise.race([reading, sleep(METRICS_MS, undefined, { ref: false })]);
      return text === undefined ? [] : [[number, text] as [number, string]];
    });
    return (await Promise.all(readings)).flat().sort(([one], [other]) => one - other);
  }

  #welcome(child: Child, greeting: string): void {
    child.isReady = true;
    if (this.#greeting === undefined) {
      this.#greeting = greeting;
      for (let more = 1; more < this.#parts.count; more += 1) this.#start();
    }
    const ready = [...this.#children].filter(({ isReady }) => isReady);
    if (this.#hasGreeted || ready.length < this.#parts.count) return;
    this.#hasGreeted = true;
    this.#parts.onReady(this.#greeting);
  }

  #replace(child: Child): void {
    if (child.isReplaced) return;
    child.isReplaced = true;
    this.#start();
  }

  /** @param end the exit code, or the name of a signal */
  #bury(child: Child, end: number | string | null): void {
    this.#children.delete(child);
    this.#parts.limits.leave(child.channel);
    if (this.#isDraining || this.#greeting === undefined) {
      if (child.isReady || !this.#isDraining) this.#exitCode ||= typeof end === 'number' ? end : 1;
      if (this.#children.size === 0) this.#parts.onEnd(this.#exitCode);
      return;
    }
    const { pid } = child.worker.process;
    this.#parts.log.warn({ pid, end }, 'A worker ended; another one takes its place');
    if (child.isReady) this.#replace(child);
    else setTimeout(() => this.#replace(child), RETRY_MS);
  }

  #killAll(): void {
    this.#exitCode ||= 1;
    for (const { worker } of this.#children) worker.process.kill('SIGKILL');
    if (this.#children.size === 0) this.#parts.onEnd(this.#exitCode);
  }
}
