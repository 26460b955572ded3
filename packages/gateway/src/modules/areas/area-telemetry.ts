import type { AreaEvent, Parsed, reportAreaEvents } from '@tollgate/contract';
import { COUNTED_OF_ONE, stepOf } from '@tollgate/federation';
import type { RateLimiter } from '../../cache/limits.ts';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import { type CallContext, type Context, transact } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { type AreaCatalog, readCatalog } from './area-catalog.ts';
import { windowOf } from './area-health.ts';
import * as counts from './repository/area-counts.ts';

/**
 * Counts the reports of a page. No single account can end a canary: a few failures per account and build
 * count in five minutes, and reports of visitors about canaries, which they never get, do not count. The
 * number of accounts is counted, not their names. Excess reports are dropped without an error.
 */
export async function report(
  ctx: CallContext,
  { events }: Parsed<typeof reportAreaEvents>,
): Promise<undefined> {
  const { batches, failures, accounts, troubled } = limitsOf(ctx);
  const who = ctx.caller ? `user ${ctx.caller.id}` : ctx.ip;
  if ((await batches(who)) > 0) return;
  const isKnown = listBuildIds(ctx, await readCatalog(ctx));
  const sums = new Map<string, number>();
  for (const event of events) {
    if (!isKnown(event)) continue;
    if (event.type !== 'area.load/v1' && (await failures(`${who} ${event.area} ${event.buildId}`)) > 0)
      continue;
    ctx.gatewayMetrics.areaReported(event.area, OUTCOMES[event.type]);
    for (const counter of [...countersOf(event), ...(await newlyReached(event))]) {
      const key = `${event.area} ${event.buildId} ${counter}`;
      sums.set(key, (sums.get(key) ?? 0) + 1);
    }
  }
  if (sums.size > 0) await transact(ctx, (tx) => add(tx, sums));

  /** Counts each account that a build reaches once, and once more when it fails there. */
  async function newlyReached({ type, area, buildId }: AreaEvent): Promise<string[]> {
    const key = `${who} ${area} ${buildId}`;
    return [
      ...((await accounts(key)) > 0 ? [] : ['account']),
      ...(type === 'area.load/v1' || (await troubled(key)) > 0 ? [] : ['troubled']),
    ];
  }
}

function add(tx: Context, sums: ReadonlyMap<string, number>): Promise<void> {
  const window_at = windowOf(nowSeconds(tx));
  const rows = [...sums].map(([key, count]) => {
    const [area_id = '', build_id = '', counter = ''] = key.split(' ');
    return { window_at, area_id, build_id, counter, count };
  });
  return counts.add(tx.db, rows);
}

const OUTCOMES = { 'area.load/v1': 'ok', 'area.crash/v1': 'crashed', 'area.failure/v1': 'failed' } as const;

function countersOf(event: AreaEvent): string[] {
  if (event.type === 'area.load/v1') return ['load', `ms.${stepOf(event.durationMs)}`];
  return [event.type === 'area.crash/v1' ? 'crash' : `fail.${event.class}`];
}

/** Counts only builds that users can get, so that a client cannot fill the table with invented builds. */
function listBuildIds(ctx: CallContext, { published, rollouts }: AreaCatalog) {
  const builds = [...bundledBuilds(ctx).areas, ...published];
  return ({ area, buildId }: AreaEvent) => {
    if (!ctx.caller && rollouts.get(area)?.canary?.buildId === buildId) return false;
    return builds.some((build) => build.id === area && build.buildId === buildId);
  };
}

const BATCHES_A_MINUTE = 30;
/** Longer than the window of the guard (ten minutes at most), so that no account counts twice there. */
const ACCOUNT_MS = 900_000;
const takes = new WeakMap<
  Context['limits'],
  Record<'batches' | 'failures' | 'accounts' | 'troubled', RateLimiter>
>();

function limitsOf({ limits }: Context) {
  const limiters = takes.get(limits) ?? {
    batches: limits.limiter({ name: 'area-events', count: BATCHES_A_MINUTE, periodMs: 60_000 }),
    failures: limits.limiter({ name: 'area-failures', count: COUNTED_OF_ONE, periodMs: 300_000 }),
    accounts: limits.limiter({ name: 'area-accounts', count: 1, periodMs: ACCOUNT_MS }),
    troubled: limits.limiter({ name: 'area-troubled', count: 1, periodMs: ACCOUNT_MS }),
  };
  takes.set(limits, limiters);
  return limiters;
}
