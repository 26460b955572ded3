import { atRate, openStreams } from './relay/load.ts';
import { cpuMicros, end, pause, residentMb } from './relay/machine.ts';
import { startDirect, startGateway, startNginx, type Target } from './relay/targets.ts';

/**
 * What open streams cost in memory, in processes of their own: the gateway beside nginx, two events a second on each
 * stream, counted after each thousand. Prints what a thousand take as counted from rest, at the first thousand and at the
 * last, and by the slope between them. The share of its core says whether the target kept up: one that does not holds
 * what it could not pass on yet, and that is no memory of streams.
 *
 * Usage: `npm run bench streams [thousands]`, 5 unless said. Needs `nginx`; loopback only.
 */
const thousands = Number(process.argv[2] ?? 5);
/** Opened first, so that compiled code and pools are there; they stay, as a stream that its caller left is read on. */
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
  const gateway = await measure(await startGateway(direct));
  const nginx = await measure(await startNginx(direct));
  for (const by of ['first', 'last', 'slope'] as const)
    console.log(`memory of 1,000 streams / nginx, ${by}: ${(gateway[by] / nginx[by]).toFixed(2)}`);
} finally {
  await end(direct.process);
}

/** MB for a thousand streams. */
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

/** Percent of one core that a process takes while it settles. */
async function shareOfCore(pid: number): Promise<string> {
  const [cpu, at] = [cpuMicros(pid), performance.now()];
  await pause(SETTLE_MS);
  return ((cpuMicros(pid) - cpu) / 10 / (performance.now() - at)).toFixed(0);
}
