import { availableParallelism } from 'node:os';
import path from 'node:path';
import { gatewayProgramIn } from '@tollgate/tooling/gateway-program';
import { atRate } from './relay/load.ts';
import { end, median, pause, pinned } from './relay/machine.ts';
import { startDirect, startGateway, startRefusing, type Target } from './relay/targets.ts';

/**
 * Measures the effect of a login flood on the relay: 50 plain calls a second and 42 logins a second, each
 * from another network. In every other round a server that rejects them at once gets the logins, because
 * sending them uses the machine too. The provider takes 50 ms, less than any real one. Prints the p99 ratio
 * of each round and the median; the goal is 1.3. The gateway may use all cores. Needs Linux. Usage: `npm run
 * bench login-flood [rounds] [seconds] [folder of another checkout]`.
 */
const rounds = Number(process.argv[2] ?? 6);
const seconds = Number(process.argv[3] ?? 8);
const folder = process.argv[4];
const CALLS_PER_SECOND = 50;
const LOGINS_PER_SECOND = 42;
const PROVIDER_MS = 50;

const cores = `0-${availableParallelism() - 1}`;
const direct = await startDirect(PROVIDER_MS);
const refusing = await startRefusing(cores);
const targets = new Map([['this checkout', await startGateway(direct, { cores, isAlone: true })]]);
if (folder) {
  const main = gatewayProgramIn(folder);
  targets.set('the other checkout', await startGateway(direct, { main, cores, isAlone: true }));
}
const ratios = new Map([...targets.keys()].map((name) => [name, [] as number[]]));
try {
  for (const target of targets.values()) await atRate(target, CALLS_PER_SECOND * 4, 4); // warm-up
  for (let round = 0; round < rounds; round++)
    for (const [name, target] of targets) await compare(name, target, round % 2 === 1);
} finally {
  await Promise.all([...targets.values(), direct, refusing].map((target) => end(target.process)));
}
for (const [name, values] of ratios) {
  const range = `${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)}`;
  console.log(`${name}: relay p99 with the flood / without: ${median(values).toFixed(2)} (${range})`);
}

async function compare(name: string, target: Target, isFloodFirst: boolean): Promise<void> {
  const first = isFloodFirst ? await withFlood(target, target.url) : undefined;
  const { times: calm } = await withFlood(target, refusing.url);
  const { times, logins } = first ?? (await withFlood(target, target.url));
  const [before, during] = [percentile(calm, 0.99), percentile(times, 0.99)];
  ratios.get(name)?.push(during / before);
  const medians = `p50 ${median(calm).toFixed(1)} -> ${median(times).toFixed(1)} ms`;
  console.log(
    `${name}: p99 ${before.toFixed(1)} -> ${during.toFixed(1)} ms, ${medians}; logins by status ${logins}`,
  );
}

/** The flood has its own process: the cost of sending logins must not count as time of the calls. */
async function withFlood(target: Target, flooded: string): Promise<{ times: number[]; logins: string }> {
  const script = path.join(import.meta.dirname, 'relay/login-attempts.ts');
  const flood = pinned(cores, process.execPath, [script, flooded, String(LOGINS_PER_SECOND)]);
  let output = '';
  flood.stdout?.on('data', (text) => {
    output += text;
  });
  await pause(1500);
  const { times } = await atRate(target, CALLS_PER_SECOND, seconds);
  flood.kill('SIGTERM');
  await new Promise((resolve) => flood.once('close', resolve));
  await pause(1000);
  return { times, logins: output.trim().split('\n').at(-1) ?? '' };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}
