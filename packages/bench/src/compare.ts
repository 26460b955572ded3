import { gatewayProgramIn } from '@tollgate/tooling/gateway-program';
import { atRate, saturate } from './relay/load.ts';
import { end, median, quantile, takePreference } from './relay/machine.ts';
import type { Kind } from './relay/requests.ts';
import { startDirect, startGateway, type Target } from './relay/targets.ts';

/**
 * Compares this relay with another checkout's (with its packages installed): same provider, same callers, same
 * core, alternating rounds with alternating order, so that noise affects both. Many short rounds are better
 * than few long ones: a pair of them shares its noise. Prints medians of the per-round ratios, new by old, with
 * their quartiles. Usage: `npm run bench compare <folder> [rounds] [calls of a round]`.
 */
const [folder, rounds = 20, calls = 3000] = [process.argv[2], ...process.argv.slice(3).map(Number)];
if (!folder) throw new Error('Usage: npm run bench compare <folder of the other checkout> [rounds] [calls]');

/** V8's compilers take a sixth of the CPU of the first 15,000 calls, and little afterwards. */
const WARM_CALLS = 60_000;

takePreference();
const direct = await startDirect();
const before = await startGateway(direct, { main: gatewayProgramIn(folder) });
const after = await startGateway(direct);
try {
  for (const target of [before, after])
    for (const kind of ['json', 'burst'] as const) await saturate(target, kind, WARM_CALLS);
  await compareSaturation('json', calls);
  await compareSaturation('burst', Math.ceil(calls / 2));
  await compareAtRate(300);
  await compareSaturation('large', Math.ceil(calls / 50));
} finally {
  await Promise.all([after, before, direct].map((target) => end(target.process)));
}

async function compareSaturation(kind: Kind, count: number): Promise<void> {
  const results = await alternate((target) => saturate(target, kind, count));
  report(`CPU of a request (us), ${kind}`, results, (each) => each.microsPerRequest);
  report(`requests a second, ${kind}`, results, (each) => each.requestsPerSecond);
}

async function compareAtRate(rate: number): Promise<void> {
  const results = await alternate((target) => atRate(target, rate, 2));
  report(`p50 at ${rate} a second (ms)`, results, ({ times }) => median(times));
  report(`p99 at ${rate} a second (ms)`, results, ({ times }) => quantile(times, 0.99));
  report(`CPU of a request at ${rate} a second (us)`, results, (each) => each.microsPerRequest);
}

interface Pair<T> {
  before: T;
  after: T;
}

async function alternate<T>(measure: (target: Target) => Promise<T>): Promise<Pair<T>[]> {
  const results: Pair<T>[] = [];
  for (let round = 0; round < rounds; round++)
    if (round % 2) results.push({ before: await measure(before), after: await measure(after) });
    else {
      const first = await measure(after);
      results.push({ before: await measure(before), after: first });
    }
  return results;
}

function report<T>(name: string, results: Pair<T>[], field: (each: T) => number): void {
  const ratios = results.map((each) => field(each.after) / field(each.before));
  const of = (side: 'before' | 'after') => median(results.map((each) => field(each[side]))).toFixed(2);
  console.log(
    `${name}: ${of('before')} -> ${of('after')}, x ${median(ratios).toFixed(3)} (${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)})`,
  );
}
