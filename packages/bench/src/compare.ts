import path from 'node:path';
import { atRate, type Saturation, saturate } from './relay/load.ts';
import { cpuMicros, end, median, quantile, takePreference } from './relay/machine.ts';
import { startDirect, startGateway, type Target } from './relay/targets.ts';

/**
 * Compares this relay with another checkout's (with its packages installed): same provider, same client, same
 * core, alternating rounds with alternating order, so that noise affects both. Many short rounds are better
 * than few long ones: a pair of them shares its noise. Prints medians of the per-round ratios, new by old, with
 * their quartiles. Usage: `npm run bench compare <folder> [rounds] [seconds]`.
 */
const [folder, rounds = 20, seconds = 1] = [process.argv[2], ...process.argv.slice(3).map(Number)];
if (!folder)
  throw new Error('Usage: npm run bench compare <folder of the other checkout> [rounds] [seconds]');

/** V8's compilers take a sixth of the CPU of the first 15,000 calls, and little afterwards. */
const WARM_SECONDS = 10;

takePreference();
const direct = await startDirect();
const before = await startGateway(direct, path.resolve(folder, 'packages/gateway/src/main.ts'));
const after = await startGateway(direct);
try {
  for (const target of [before, after])
    for (const kind of ['json', 'sse'] as const) await saturate(target, kind, WARM_SECONDS);
  for (const kind of ['json', 'sse'] as const) {
    const results = await alternate((target) => saturate(target, kind, seconds));
    report(`CPU of a request (us), ${kind}`, results, (each) => each.microsPerRequest);
    report(`requests a second, ${kind}`, results, (each) => each.requestsPerSecond);
  }
  const paced = await alternate(atPace);
  report('p50 at 500 a second (ms)', paced, (each) => each.p50);
  report('CPU of a request at 500 a second (us)', paced, (each) => each.micros);
} finally {
  await Promise.all([after, before, direct].map((target) => end(target.process)));
}

async function atPace(target: Target): Promise<{ p50: number; micros: number }> {
  const from = cpuMicros(target.process.pid!);
  const times = await atRate(target, 500, seconds);
  return { p50: median(times), micros: (cpuMicros(target.process.pid!) - from) / times.length };
}

async function alternate<T>(measure: (target: Target) => Promise<T>): Promise<{ before: T; after: T }[]> {
  const results: { before: T; after: T }[] = [];
  for (let round = 0; round < rounds; round++)
    if (round % 2) results.push({ before: await measure(before), after: await measure(after) });
    else {
      const first = await measure(after);
      results.push({ before: await measure(before), after: first });
    }
  return results;
}

function report<T extends Saturation | { p50: number; micros: number }>(
  name: string,
  results: { before: T; after: T }[],
  field: (each: T) => number,
): void {
  const ratios = results.map((each) => field(each.after) / field(each.before));
  const of = (side: 'before' | 'after') => median(results.map((each) => field(each[side]))).toFixed(2);
  console.log(
    `${name}: ${of('before')} -> ${of('after')}, x ${median(ratios).toFixed(3)} (${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)})`,
  );
}
