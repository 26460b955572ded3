import path from 'node:path';
import { gatewayProgramIn } from '@tollgate/tooling/gateway-program';
import { atRate } from './relay/load.ts';
import { cpuMicros, end, median, pinned } from './relay/machine.ts';
import { registerStranger } from './relay/set-up.ts';
import { startDirect, startGateway, startRefusing } from './relay/targets.ts';

/**
 * Measures the effect on other callers while a user with an empty balance sends twenty expensive bodies a
 * second. In every other round a server that reads nothing receives them, because sending them uses the
 * machine too. Prints the medians of the per-round ratios with their range.
 * Usage: `npm run bench hostile-bodies [rounds] [seconds] [folder of another checkout]`.
 */
const [rounds = 3, seconds = 10] = process.argv.slice(2, 4).map(Number);
const folder = process.argv[4];
const CALLS_PER_SECOND = 100;
const HOSTILE_PER_SECOND = 20;
const LOAD_CORE = 1;

interface Round {
  p50: number;
  p99: number;
  cpuShare: number;
}

const direct = await startDirect();
const refusing = await startRefusing(LOAD_CORE);
const main = folder && gatewayProgramIn(folder);
const gateway = await startGateway(direct, { ...(main && { main }), isAlone: true });
try {
  const key = await registerStranger(gateway);
  await atRate(gateway, CALLS_PER_SECOND, 3); // warm-up: compiled code, open connections
  const results: { elsewhere: Round; flooded: Round }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 ? await measureBeside(gateway.url, key) : undefined;
    const elsewhere = await measureBeside(refusing.url, key);
    results.push({ elsewhere, flooded: first ?? (await measureBeside(gateway.url, key)) });
  }
  report('p50 of others (ms)', ({ p50 }) => p50);
  report('p99 of others (ms)', ({ p99 }) => p99);
  report('CPU of the gateway (cores)', ({ cpuShare }) => cpuShare);

  function report(name: string, field: (round: Round) => number): void {
    const ratios = results
      .map(({ elsewhere, flooded }) => field(flooded) / field(elsewhere))
      .sort((a, b) => a - b);
    const of = (kind: 'elsewhere' | 'flooded') => median(results.map((each) => field(each[kind]))).toFixed(2);
    const range = `${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)}`;
    console.log(`${name}: ${of('elsewhere')} -> ${of('flooded')}, x ${median(ratios).toFixed(2)} (${range})`);
  }
} finally {
  await Promise.all([gateway, direct, refusing].map((target) => end(target.process)));
}

async function measureBeside(url: string, key: string): Promise<Round> {
  const flood = pinned(LOAD_CORE, process.execPath, [
    path.join(import.meta.dirname, 'relay/hostile-requests.ts'),
    ...[url, key, String(HOSTILE_PER_SECOND), String(seconds + 2)],
  ]);
  await new Promise((resolve) => flood.stdout?.once('data', resolve));
  const round = await measure();
  await end(flood);
  return round;
}

async function measure(): Promise<Round> {
  const [from, startedAt] = [cpuMicros(gateway.process.pid!), performance.now()];
  const times = (await atRate(gateway, CALLS_PER_SECOND, seconds)).times.sort((a, b) => a - b);
  const micros = (performance.now() - startedAt) * 1000;
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), cpuShare: (cpuMicros(gateway.process.pid!) - from) / micros };
}
