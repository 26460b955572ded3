import { callGateway, type Gateway } from '@tollgate/area-cli';
import { listAreas, type Output } from '@tollgate/contract';
import type { OwnArea } from './own-area.ts';

const EVERY_MS = 5000;

/** Prints how the builds of an area do, whenever that changes. Never ends by itself. */
export async function watchArea(
  { id }: OwnArea,
  gateway: Gateway,
  print: (line: string) => void,
): Promise<never> {
  let last = '';
  for (;;) {
    const areas = await callGateway(listAreas, {}, gateway);
    const text = describe(areas.find((area) => area.id === id));
    if (text !== last) print(`${new Date().toLocaleTimeString()}  ${text}`);
    last = text;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

function describe(area: Output<typeof listAreas>[number] | undefined): string {
  if (!area) return 'No build was published yet.';
  const { canary, everybody, builds } = area;
  const build = builds.find(({ build_id }) => build_id === (canary?.build_id ?? everybody.build_id));
  const { loads = 0, failures = 0, crashes = 0 } = build?.health ?? {};
  const state = canary
    ? `canary ${canary.build_id} ${canary.percent} % (${canary.verdict}${canary.frozen && `: ${canary.frozen}`})`
    : `everybody ${everybody.build_id || everybody.state}`;
  return `${state}: ${loads} loads, ${failures} failures, ${crashes} crashes in 24 hours`;
}
