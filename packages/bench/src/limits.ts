import { saturate } from './relay/load.ts';
import { end, median, quantile, takePreference } from './relay/machine.ts';
import type { Kind } from './relay/requests.ts';
import { call, signIn } from './relay/set-up.ts';
import { startDirect, startGateway, type Target } from './relay/targets.ts';

/**
 * What limit rules cost: CPU of a call under three rules of the ledger next to a call under none, in short
 * alternating turns. Two of the rules have a window for each caller, so that calls of one batch change different
 * rows. Prints medians of the per-round ratios with their quartiles.
 * Usage: `npm run bench limits [rounds] [calls of a round] [kinds]`, kinds such as `json,burst`.
 */
const [rounds = 15, calls = 3000] = process.argv.slice(2, 4).map(Number);
const kinds = (process.argv[4] ?? 'json,burst').split(',') as Kind[];
const WARM_CALLS = 60_000;
const MUCH = 4e15;

const rules = [
  { scope: 'user', scope_id: 'each', resource: 'quota', amount: MUCH, window: 'day' },
  { scope: 'token', scope_id: 'each', resource: 'tokens', amount: MUCH, window: 'hour' },
  { scope: 'everybody', resource: 'quota', amount: MUCH, window: 'month' },
];

takePreference();
const direct = await startDirect();
const without = await startGateway(direct);
const ruled = await startGateway(direct);
try {
  const root = await signIn({ url: ruled.url });
  for (const rule of rules) await call(root, 'POST /api/limit/', rule);
  for (const target of [without, ruled]) for (const kind of kinds) await saturate(target, kind, WARM_CALLS);
  for (const kind of kinds) await compare(kind, kind === 'json' ? calls : Math.ceil(calls / 2));
} finally {
  await Promise.all([without, ruled, direct].map((target) => end(target.process)));
}

async function compare(kind: Kind, count: number): Promise<void> {
  const turns: { without: number; ruled: number }[] = [];
  const measure = async (target: Target) => (await saturate(target, kind, count)).microsPerRequest;
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 ? without : ruled;
    const [one, other] = [await measure(first), await measure(first === ruled ? without : ruled)];
    turns.push(first === ruled ? { without: other, ruled: one } : { without: one, ruled: other });
  }
  const ratios = turns.map((turn) => turn.ruled / turn.without);
  const shown = (side: 'without' | 'ruled') => median(turns.map((turn) => turn[side])).toFixed(1);
  console.log(
    `CPU of a call (us), ${kind}: ${shown('without')} without rules, ${shown('ruled')} under ${rules.length}, ` +
      `x ${median(ratios).toFixed(3)} (${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)}, ${rounds} rounds)`,
  );
}
