import { atRate, openStreams } from './relay/load.ts';
import { end, pause, residentMb } from './relay/machine.ts';
import { startDirect, startGateway, startNginx, type Target } from './relay/targets.ts';

/**
 * What open streams cost in memory, in processes of their own: the gateway beside nginx, an event every 100 ms on each
 * stream. The mean of both halves is what a stream takes: the first finds room in the heap that the calls before it left,
 * and the second pays for it.
 *
 * V8's young generation is no cost of a stream: it grows and shrinks between a megabyte and sixty by how much survived of
 * late, and one such step is as much as the streams themselves. So it is kept at the most that it may have by default,
 * and calls fill it before anything is measured.
 * Usage: `pnpm --filter @tollgate/bench streams [streams]`, at most 4,000 in two halves. Needs `nginx`; loopback only.
 */
const half = Math.min(Number(process.argv[2] ?? 2000), 4000) / 2;
/** Opened first, so that compiled code and pools are there; they stay, as a stream that its caller left is read on. */
const WARM = 50;
const SETTLE_MS = 3000;
/** Megabytes of one half. */
const YOUNG_MB = 32;
const FILLING = { perSecond: 300, seconds: 8 };

const direct = await startDirect();
try {
  const gateway = await measure(
    await startGateway(direct, [`--min-semi-space-size=${YOUNG_MB}`, `--max-semi-space-size=${YOUNG_MB}`]),
  );
  const nginx = await measure(await startNginx(direct));
  console.log(`memory of 1,000 streams / nginx: ${(gateway / nginx).toFixed(2)}`);
} finally {
  await end(direct.process);
}

/** MB for a thousand streams, by both halves. */
async function measure(target: Target): Promise<number> {
  const pid = target.process.pid!;
  try {
    await atRate(target, FILLING.perSecond, FILLING.seconds);
    const closeWarm = await openStreams(target, WARM);
    await pause(SETTLE_MS);
    const rest = residentMb(pid);
    const closeFirst = await openStreams(target, half);
    await pause(SETTLE_MS);
    const first = residentMb(pid);
    const closeSecond = await openStreams(target, half);
    await pause(SETTLE_MS);
    const second = residentMb(pid);
    for (const close of [closeWarm, closeFirst, closeSecond]) close();
    const perThousand = (mb: number) => (mb * 1000) / half;
    console.log(
      `${target.name}: at rest ${rest.toFixed(1)} MB; a thousand streams ${perThousand(first - rest).toFixed(1)} MB, a thousand more ${perThousand(second - first).toFixed(1)} MB`,
    );
    return perThousand(second - rest) / 2;
  } finally {
    await end(target.process);
  }
}
