import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LivingGateway {
  readonly child: ChildProcess;
  readonly url: string;
}

/** How often to kill: what `variable` of the environment says, 200 times with `KILL=1`, and `usual` otherwise. */
export function wantedRounds(variable: string, usual: number): number {
  return Number(process.env[variable] ?? (process.env.KILL === '1' ? 200 : usual));
}

/** A call whose reply arrived whole. */
export interface Acknowledged {
  readonly id: string;
  readonly cost: number;
}

export interface KillOptions {
  readonly rounds: number;
  readonly inFlight: number;
  /** How long each gateway lives after it is ready: at least and at most. */
  readonly livesMs?: readonly [least: number, most: number];
  /** Starts the gateway; resolves when it takes calls. */
  readonly start: () => Promise<LivingGateway>;
  /** Makes one call. Undefined when it was refused or cut off. */
  readonly call: (url: string) => Promise<Acknowledged | undefined>;
}

/** Starts a gateway, loads it, kills it with SIGKILL at a random moment, and again. Answers what callers were told. */
export async function killRounds({
  rounds,
  inFlight,
  livesMs: [least, most] = [20, 270],
  start,
  call,
}: KillOptions): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const { child, url } = await start();
    let alive = true;
    const callers = Array.from({ length: inFlight }, async () => {
      while (alive) {
        const reply = await call(url);
        if (reply) acknowledged.set(reply.id, reply.cost);
      }
    });
    await sleep(least + Math.random() * (most - least));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    alive = false;
    await ended;
    await Promise.all(callers);
  }
  return acknowledged;
}
