import { type Saturation, saturate } from './relay/load.ts';
import { end, median, ownCpuMicros, takePreference } from './relay/machine.ts';
import type { Kind } from './relay/requests.ts';
import { startDirect, startGateway, type Target } from './relay/targets.ts';

/**
 * What several workers cost: CPU a call of all processes with one worker and with two, in turns, and the share of
 * the process that writes SQLite. Client, provider and workers share the cores of this machine, so calls a second
 * say nothing about more cores; the writer's share says at how many workers it is full.
 * Usage: `npm run bench workers [rounds] [calls] [workers]`.
 */
const rounds = Number(process.argv[2] ?? 5);
const calls = Number(process.argv[3] ?? 10_000);
const workers = Number(process.argv[4] ?? 2);
const CORES = '0-1';
/** For each worker: V8 compiles until then. */
const WARM_CALLS = 60_000 * workers;
const KINDS: readonly Kind[] = ['json', 'burst'];

async function start(count: number): Promise<Target> {
  return startGateway(direct, { cores: CORES, env: { WORKERS: String(count) } });
}

interface Round extends Saturation {
  /** CPU of the parent a call, without the workers. */
  parentMicros: number;
}

async function measure(target: Target, kind: Kind): Promise<Round> {
  const pid = target.process.pid!;
  const before = ownCpuMicros(pid);
  const result = await saturate(target, kind, calls);
  return { ...result, parentMicros: (ownCpuMicros(pid) - before) / calls };
}

function show(values: readonly number[]): string {
  return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
}

takePreference();
const direct = await startDirect();
const one = await start(1);
const several = await start(workers);
try {
  for (const target of [one, several])
    for (const kind of KINDS) await saturate(target, kind, WARM_CALLS).catch(() => {});
  for (const kind of KINDS) {
    const turns: { one: Round; several: Round }[] = [];
    for (let round = 0; round < rounds; round++)
      turns.push({ one: await measure(one, kind), several: await measure(several, kind) });
    const ratios = turns.map((turn) => turn.several.microsPerRequest / turn.one.microsPerRequest);
    const parents = turns.map((turn) => turn.several.parentMicros);
    const rest = turns.map((turn) => turn.several.microsPerRequest - turn.several.parentMicros);
    console.log(`${kind}, us of CPU a call, median (range of ${rounds} rounds)`);
    console.log(`  1 worker: ${show(turns.map((turn) => turn.one.microsPerRequest))}`);
    console.log(
      `  ${workers} workers: ${show(turns.map((turn) => turn.several.microsPerRequest))}, of it the parent ${show(parents)}`,
    );
    console.log(
      `  ratio: ${show(ratios)}; a parent on a core of its own serves ${show(rest.map((each, at) => each / parents[at]!))} busy workers`,
    );
    console.log(
      `  calls a second: ${show(turns.map((turn) => turn.one.requestsPerSecond))} and ${show(turns.map((turn) => turn.several.requestsPerSecond))}`,
    );
  }
} finally {
  await Promise.all([one, several, direct].map((target) => end(target.process)));
}
