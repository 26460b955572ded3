import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LivingGateway {
  readonly child: ChildProcess;
  readonly url: string;
  /** Kills it some other way than by one SIGKILL to the child. */
  kill?(): Promise<void>;
}

/** The number of kills: `variable` in the environment, 200 with `KILL=1`, and `usual` otherwise. */
export function roundCount(variable: string, usual: number): number {
  return Number(process.env[variable] ?? (process.env.KILL === '1' ? 200 : usual));
}

/** A call whose response arrived completely. */
export interface Acknowledged {
  readonly id: string;
  readonly cost: number;
}

export interface KillOptions {
  /** The total number of kills. */
  readonly rounds: number;
  /** Concurrent calls, shared by the running gateways. */
  readonly inFlight: number;
  /**
   * The minimum and maximum lifetime of each gateway. It counts from the first answer, so that a slow machine
   * kills working gateways; one in four counts from when it is ready.
   */
  readonly livesMs?: readonly [least: number, most: number];
  /** Starts a gateway; resolves when it takes calls. One gateway runs for each of these. */
  readonly starts: readonly (() => Promise<LivingGateway>)[];
  /** Makes one call. Undefined when it was refused or cut off. */
  readonly call: (url: string) => Promise<Acknowledged | undefined>;
}

/** Starts gateways, loads them, kills each with SIGKILL at a random moment. Returns acknowledged calls. */
export async function killRounds({
  rounds,
  inFlight,
  livesMs: [least, most] = [20, 270],
  starts,
  call,
}: KillOptions): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  let left = rounds;
  const lives = starts.map(async (start) => {
    while (left > 0) {
      left -= 1;
      const { child, url, kill } = await start();
      let alive = true;
      const firstAnswer = Promise.withResolvers<void>();
      const callers = Array.from({ length: inFlight / starts.length }, async () => {
        while (alive) {
          const reply = await call(url);
          if (!reply) continue;
          acknowledged.set(reply.id, reply.cost);
          firstAnswer.resolve();
        }
      });
      if (Math.random() < 0.75) await Promise.race([firstAnswer.promise, sleep(WAIT_MS)]);
      await sleep(least + Math.random() * (most - least));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (kill) await kill();
      else child.kill('SIGKILL');
      alive = false;
      await ended;
      await Promise.all(callers);
    }
  });
  await Promise.all(lives);
  return acknowledged;
}

/** Time for a first answer. */
const WAIT_MS = 5_000;
