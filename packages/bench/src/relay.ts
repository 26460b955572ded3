import { atRate, openStreams, type Saturation, saturate } from './relay/load.ts';
import { end, median, pause, residentMb } from './relay/machine.ts';
import { startDirect, startGateway, startNginx, type Target } from './relay/targets.ts';

/**
 * Compares the gateway with everything on (token check, limits, hold, dispatch mark, settle, usage log) with
 * nginx as a bare proxy: same provider, same client, same core, alternating rounds. Prints medians of the
 * per-round ratios with their range. Usage: `npm run bench relay [rounds] [seconds]`.
 */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 4);
const STREAMS = 1000;

const direct = await startDirect();
const nginx = await startNginx(direct);
const gateway = await startGateway(direct);
try {
  console.log(
    `Node ${process.versions.node}, ${rounds} rounds of ${seconds} s, medians (range of the rounds)\n`,
  );
  await saturate(gateway, 'json', 2); // warm-up: compiled code, open connections
  await saturate(gateway, 'sse', 2);
  for (const kind of ['json', 'sse'] as const) await compareSaturation(kind);
  await compareLatency();
  await compareMemory();
} finally {
  await Promise.all([gateway, nginx, direct].map((target) => end(target.process)));
}

async function compareSaturation(kind: 'json' | 'sse'): Promise<void> {
  const results: { nginx: Saturation; gateway: Saturation; direct: Saturation }[] = [];
  for (let round = 0; round < rounds; round++)
    results.push({
      nginx: await saturate(nginx, kind, seconds),
      gateway: await saturate(gateway, kind, seconds),
      direct: await saturate(direct, kind, 2),
    });
  const of = (target: 'nginx' | 'gateway' | 'direct', field: keyof Saturation) =>
    median(results.map((each) => each[target][field]));
  const name = kind === 'json' ? 'plain JSON' : '50-event SSE';
  console.log(`${name}: direct ${of('direct', 'requestsPerSecond').toFixed(0)}/s`);
  for (const target of ['nginx', 'gateway'] as const)
    console.log(
      `  ${target}: ${of(target, 'requestsPerSecond').toFixed(0)}/s, ${of(target, 'microsPerRequest').toFixed(1)} us CPU a request`,
    );
  printRatio(
    `CPU a request / nginx, ${name}`,
    results.map((each) => each.gateway.microsPerRequest / each.nginx.microsPerRequest),
  );
  printRatio(
    `requests a second / nginx, ${name}`,
    results.map((each) => each.gateway.requestsPerSecond / each.nginx.requestsPerSecond),
  );
}

async function compareLatency(): Promise<void> {
  const ratios: number[] = [];
  const medians = { direct: [] as number[], nginx: [] as number[], gateway: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const [base, viaNginx, viaGateway] = [await p50(direct), await p50(nginx), await p50(gateway)];
    medians.direct.push(base);
    medians.nginx.push(viaNginx);
    medians.gateway.push(viaGateway);
    ratios.push((viaGateway - base) / (viaNginx - base));
  }
  const text = Object.entries(medians).map(([name, values]) => `${name} ${median(values).toFixed(2)} ms`);
  console.log(`500 requests a second, p50: ${text.join(', ')}`);
  printRatio("added p50 / nginx's own", ratios);
}

async function p50(target: Target): Promise<number> {
  return median(await atRate(target, 500, seconds));
}

async function compareMemory(): Promise<void> {
  const perThousand = { nginx: await streamsMb(nginx), gateway: await streamsMb(gateway) };
  console.log(
    `${STREAMS} open streams: nginx ${perThousand.nginx.toFixed(1)} MB, gateway ${perThousand.gateway.toFixed(1)} MB`,
  );
  printRatio('memory of 1,000 open streams / nginx', [perThousand.gateway / perThousand.nginx]);
}

/** Returns the memory that a thousand open streams add to the target after 3 seconds of events. */
async function streamsMb(target: Target): Promise<number> {
  const before = residentMb(target.process.pid!);
  const close = await openStreams(target, STREAMS);
  await pause(3000);
  const added = residentMb(target.process.pid!) - before;
  close();
  await pause(1000);
  return added;
}

function printRatio(name: string, ratios: number[]): void {
  console.log(
    `  ${name}: ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`,
  );
}
