import type { AreaEvent, Parsed, reportAreaEvents } from '@tollgate/contract';
import { COUNTED_OF_ONE, stepOf } from '@tollgate/federation';
import type { RateLimiter } from '../../cache/limits.ts';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import { type CallContext, type Context, transact } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { type AreaCatalog, readCatalog } from './area-catalog.ts';
import { type Fault, faultOf, recordFaults } from './area-faults.ts';
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
  const { batches, failures, notices, accounts, troubled } = limitsOf(ctx);
  const who = ctx.caller ? `user ${ctx.caller.id}` : ctx.ip;
  if ((await batches(who)) > 0) return;
  const isKnown = listBuildIds(ctx, await readCatalog(ctx));
  const sums = new Map<string, number>();
  const found: Fault[] = [];
  for (const event of events) {
    if (!isKnown(event)) continue;
    const key = `${who} ${event.area} ${event.buildId}`;
    if (isFailure(event) && (await failures(key)) > 0) continue;
    if (isNotice(event) && (await notices(key)) > 0) continue;
    measure(ctx, event);
    const fault = faultOf(event);
    if (fault) found.push(fault);
    for (const counter of [...countersOf(event), ...(await newlyReached(event))]) {
      const key = `${event.area} ${event.buildId} ${counter}`;
      sums.set(key, (sums.get(key) ?? 0) + 1);
    }
  }
  if (sums.size > 0 || found.length > 0)
    await transact(ctx, async (tx) => {
      if (sums.size > 0) await add(tx, sums);
      await recordFaults(tx, found);
    });

  /** Counts each account that a build reaches once, and once more when it fails there. */
  async function newlyReached(event: AreaEvent): Promise<string[]> {
    const { type, area, buildId } = event;
    if (type !== 'area.load/v1' && !isFailure(event)) return [];
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

/** What counts against a canary. */
function isFailure({ type }: AreaEvent): boolean {
  return type === 'area.failure/v1' || type === 'area.crash/v1';
}

/** What a team should know, and no reason to withdraw a build. */
function isNotice({ type }: AreaEvent): boolean {
  return type === 'area.csp/v1' || type === 'area.text/v1';
}

function measure({ gatewayMetrics }: Context, event: AreaEvent): void {
  if (event.type === 'area.vital/v1') gatewayMetrics.areaMeasured(event.area, event.name, event.value);
  else if (event.type === 'area.csp/v1' || event.type === 'area.text/v1')
    gatewayMetrics.areaNoticed(event.area, event.type === 'area.csp/v1' ? 'csp' : 'text');
  else gatewayMetrics.areaReported(event.area, OUTCOMES[event.type]);
  if (event.type === 'area.load/v1') gatewayMetrics.areaLoaded(event.area, event.durationMs);
}

const OUTCOMES = { 'area.load/v1': 'ok', 'area.crash/v1': 'crashed', 'area.failure/v1': 'failed' } as const;

function countersOf(event: AreaEvent): string[] {
  switch (event.type) {
    case 'area.load/v1':
      return ['load', `took.${stepOf(event.durationMs)}`];
    case 'area.crash/v1':
      return ['crash'];
    case 'area.failure/v1':
      return [`fail.${event.class}`];
    case 'area.vital/v1':
      return [`${event.name}.${stepOf(event.value)}`];
    default:
      return [];
  }
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
/** Of one account and build, within five minutes. */
const NOTICES_OF_ONE = 20;
/** Longer than the window of the guard (ten minutes at most), so that no account counts twice there. */
const ACCOUNT_MS = 900_000;
const takes = new WeakMap<
  Context['limits'],
  Record<'batches' | 'failures' | 'notices' | 'accounts' | 'troubled', RateLimiter>
>();

function limitsOf({ limits }: Context) {
  const limiters = takes.get(limits) ?? {
    batches: limits.limiter({ name: 'area-events', count: BATCHES_A_MINUTE, periodMs: 60_000 }),
    failures: limits.limiter({ name: 'area-failures', count: COUNTED_OF_ONE, periodMs: 300_000 }),
    notices: limits.limiter({ name: 'area-notices', count: NOTICES_OF_ONE, periodMs: 300_000 }),
    accounts: limits.limiter({ name: 'area-accounts', count: 1, periodMs: ACCOUNT_MS }),
    troubled: limits.limiter({ name: 'area-troubled', count: 1, periodMs: ACCOUNT_MS }),
  };
  takes.set(limits, limiters);
  return limiters;
}
