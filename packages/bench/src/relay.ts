import { atRate, openStreams, saturate } from './relay/load.ts';
import { cpuMicros, end, median, pause, quantile, residentMb, takePreference } from './relay/machine.ts';
import type { Kind } from './relay/requests.ts';
import { startDirect, startGateway, startNginx, type Target } from './relay/targets.ts';

/**
 * Compares the gateway with everything on (token check, limits, hold, dispatch mark, settle, usage log) with
 * nginx as a bare proxy: same provider, same calls, same core, alternating rounds. A hundred users with three
 * hundred tokens call twenty models through ten channels. Prints medians with their range, and at the end
 * whether each call left its row. Usage: `npm run bench relay [rounds] [calls of a round]`.
 */
const rounds = Number(process.argv[2] ?? 9);
const calls = Number(process.argv[3] ?? 4000);
const STREAMS = 1000;
/** A call costs a quarter less after this many than after a quarter of them: V8 compiles until then. */
const WARM_CALLS = 60_000;
const RATES = [100, 300, 1000];
const SECONDS_AT_RATE = 4;

/** How many calls of each kind a round has, as a share of `calls`: they differ in what one costs. */
const kinds: readonly { kind: Kind; name: string; share: number }[] = [
  { kind: 'json', name: 'plain JSON', share: 1 },
  { kind: 'burst', name: 'stream, 50 events in one write', share: 0.5 },
  { kind: 'paced', name: 'stream, 50 events in ten pieces', share: 0.2 },
  { kind: 'large', name: 'prompt of 1 MB', share: 0.02 },
  { kind: 'embeddings', name: 'embeddings of 100 inputs', share: 0.1 },
];

takePreference();
const direct = await startDirect();
const nginx = await startNginx(direct);
const gateway = await startGateway(direct);
const targets = [nginx, gateway];
try {
  console.log(
    `Node ${process.versions.node}, ${rounds} rounds of up to ${calls} calls, medians (range of the rounds)\n`,
  );
  for (const kind of ['json', 'burst'] as const) await saturate(gateway, kind, WARM_CALLS);
  for (const each of kinds) await compareSaturation(each);
  for (const rate of RATES) await compareAtRate(rate);
  await compareMemory();
} finally {
  await Promise.all([...targets, direct].map((target) => end(target.process)));
}

async function compareSaturation({ kind, name, share }: (typeof kinds)[number]): Promise<void> {
  const results = await inTurns((target) => saturate(target, kind, Math.ceil(calls * share)));
  console.log(name);
  printPairs('CPU a call (us)', results, (each) => each.microsPerRequest);
  printPairs('calls a second', results, (each) => each.requestsPerSecond);
}

/** What a proxy adds to the provider's own time. */
async function compareAtRate(rate: number): Promise<void> {
  const own: number[][] = [];
  const results = await inTurns(
    (target) => atRate(target, rate, SECONDS_AT_RATE),
    async () => void own.push((await atRate(direct, rate, SECONDS_AT_RATE)).times),
  );
  console.log(`${rate} calls a second`);
  printPairs('CPU a call (us)', results, (each) => each.microsPerRequest);
  for (const share of [0.5, 0.99])
    printPairs(
      `added p${share * 100} (ms)`,
      results.map((pair, round) => ({ ...pair, own: quantile(own[round]!, share) })),
      ({ times }, { own: provider }) => quantile(times, share) - (provider ?? 0),
    );
}

async function compareMemory(): Promise<void> {
  const perThousand = { nginx: await openMany(nginx), gateway: await openMany(gateway) };
  console.log(`${STREAMS} open streams`);
  for (const field of ['mb', 'cores'] as const)
    printPairs(field === 'mb' ? 'memory (MB)' : 'cores', [perThousand], (each) => each[field]);
}

/** Memory that open streams add to the target after 3 seconds of events, and the cores that it uses for them. */
async function openMany(target: Target): Promise<{ mb: number; cores: number }> {
  const pid = target.process.pid!;
  const before = residentMb(pid);
  const close = await openStreams(target, STREAMS);
  const [cpu, from] = [cpuMicros(pid), performance.now()];
  await pause(3000);
  const cores = (cpuMicros(pid) - cpu) / 1000 / (performance.now() - from);
  const mb = residentMb(pid) - before;
  close();
  await pause(1000);
  return { mb, cores };
}

interface Pair<T> {
  nginx: T;
  gateway: T;
  own?: number;
}

/** Measures both in each round, in alternating order. */
async function inTurns<T>(
  measure: (target: Target) => Promise<T>,
  before: () => Promise<void> = async () => {},
): Promise<Pair<T>[]> {
  const results: Pair<T>[] = [];
  for (let round = 0; round < rounds; round++) {
    await before();
    const first = round % 2 ? await measure(gateway) : undefined;
    const proxied = await measure(nginx);
    results.push({ nginx: proxied, gateway: first ?? (await measure(gateway)) });
  }
  return results;
}

function printPairs<T>(
  name: string,
  pairs: readonly Pair<T>[],
  field: (each: T, pair: Pair<T>) => number,
): void {
  const of = (target: 'nginx' | 'gateway') =>
    median(pairs.map((pair) => field(pair[target], pair))).toPrecision(3);
  const ratios = pairs.map((pair) => field(pair.gateway, pair) / field(pair.nginx, pair));
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(
    `  ${name}: nginx ${of('nginx')}, gateway ${of('gateway')}, x ${median(ratios).toFixed(2)} (${range})`,
  );
}
