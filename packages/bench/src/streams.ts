import { atRate, openStreams } from './relay/load.ts';
import { cpuMicros, end, pause, residentMb } from './relay/machine.ts';
import { startDirect, startGateway, startNginx, type Target } from './relay/targets.ts';

/**
 * Measures the memory of open streams, in separate processes: the gateway and nginx, two events a second on
 * each stream, counted after each thousand. Prints the memory of a thousand compared with none, at the first
 * thousand and at the last, and by the slope between them. The CPU share shows whether the target keeps up:
 * one that does not buffers data, which is not memory of streams.
 *
 * Usage: `npm run bench streams [thousands]`, 5 by default. Needs `nginx`; loopback only.
 */
const thousands = Number(process.argv[2] ?? 5);
/** Opened first as a warm-up of code and pools. They stay open, because the gateway reads on after a caller leaves. */
const WARM = 50;
const SETTLE_MS = 4000;
const FILLING = { perSecond: 300, seconds: 8 };

interface Taken {
  first: number;
  last: number;
  slope: number;
}

const direct = await startDirect();
try {
  const gateway = await measure(await startGateway(direct, { isAlone: true }));
  const nginx = await measure(await startNginx(direct));
  for (const by of ['first', 'last', 'slope'] as const)
    console.log(`memory of 1,000 streams / nginx, ${by}: ${(gateway[by] / nginx[by]).toFixed(2)}`);
} finally {
  await end(direct.process);
}

/** MB per thousand streams. */
async function measure(target: Target): Promise<Taken> {
  const pid = target.process.pid!;
  const closers: (() => void)[] = [];
  try {
    await atRate(target, FILLING.perSecond, FILLING.seconds);
    closers.push(await openStreams(target, WARM));
    await pause(SETTLE_MS);
    const rest = residentMb(pid);
    console.log(`${target.name}: at rest ${rest.toFixed(1)} MB`);
    const above: number[] = [];
    while (above.length < thousands) {
      closers.push(await openStreams(target, 1000));
      const share = await shareOfCore(pid);
      above.push(residentMb(pid) - rest);
      console.log(`  ${above.length},000 streams: +${above.at(-1)!.toFixed(1)} MB, ${share} % of a core`);
    }
    const [first, last] = [above[0]!, above.at(-1)!];
    const slope = thousands > 1 ? (last - first) / (thousands - 1) : first;
    return { first, last: last / thousands, slope };
  } finally {
    for (const close of closers) close();
    await end(target.process);
  }
}

/** Percent of one core that a process uses while it settles. */
async function shareOfCore(pid: number): Promise<string> {
  const [cpu, at] = [cpuMicros(pid), performance.now()];
  await pause(SETTLE_MS);
  return ((cpuMicros(pid) - cpu) / 10 / (performance.now() - at)).toFixed(0);
}
