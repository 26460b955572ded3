import { randomBytes } from 'node:crypto';
import { saturate } from './relay/load.ts';
import { end, median, takePreference } from './relay/machine.ts';
import type { Kind } from './relay/requests.ts';
import { startDirect, startGateway, type Target } from './relay/targets.ts';

/**
 * What several gateways on one database cost: CPU a call of all of them, with one, two and three that share the same
 * calls, in turns. They share the cores of this machine too, so calls a second say nothing about more machines.
 * Usage: `DATABASE_URL=… [REDIS_URL=…] npm run bench gateways [rounds] [calls]`, with an empty database.
 */
const rounds = Number(process.argv[2] ?? 7);
const calls = Number(process.argv[3] ?? 6000);
const { DATABASE_URL, REDIS_URL } = process.env;
const GATEWAYS = 3;
/** A call costs a quarter less after this many than after a quarter of them: V8 compiles until then. */
const WARM_CALLS = 60_000;
const CORES = '0-1';
const KINDS: readonly Kind[] = ['json', 'burst'];

if (!DATABASE_URL) throw new Error('Set DATABASE_URL to an empty database of PostgreSQL or MariaDB.');

/** The same number of calls, however many gateways share it. */
async function measure(targets: readonly Target[], kind: Kind): Promise<number> {
  const share = Math.ceil(calls / targets.length);
  const parts = await Promise.all(targets.map((target) => saturate(target, kind, share)));
  return parts.reduce((sum, { microsPerRequest }) => sum + microsPerRequest, 0) / parts.length;
}

function show(values: readonly number[], digits: number): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

takePreference();
const direct = await startDirect();
const env = {
  DATABASE_URL,
  ...(REDIS_URL && { REDIS_URL }),
  TOLLGATE_KEY: randomBytes(32).toString('base64'),
  WORKERS: '1',
};
const gateways: Target[] = [];
try {
  for (let number = 0; number < GATEWAYS; number += 1)
    gateways.push(await startGateway(direct, { cores: CORES, env, keys: gateways[0]?.keys }));
  for (const kind of KINDS) {
    for (const gateway of gateways) await saturate(gateway, kind, WARM_CALLS);
    const turns: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const turn: number[] = [];
      // Each order in turn, so that what grows with time meets all of them.
      for (let step = 0; step < GATEWAYS; step += 1) {
        const count = ((step + round) % GATEWAYS) + 1;
        const first = Math.floor(round / GATEWAYS) % GATEWAYS; // each of them is the only one at times
        const taken = [...gateways, ...gateways].slice(first, first + count);
        turn[count - 1] = await measure(taken, kind);
      }
      turns.push(turn);
    }
    for (let count = 1; count <= GATEWAYS; count += 1) {
      const micros = turns.map((turn) => turn[count - 1] as number);
      const ratios = turns.map((turn) => (turn[count - 1] as number) / (turn[0] as number));
      console.log(
        `${kind}, ${count} gateways: ${show(micros, 0)} us of CPU a call, ratio ${show(ratios, 2)}`,
      );
    }
  }
} finally {
  for (const { process: child } of [...gateways, direct]) await end(child);
}
