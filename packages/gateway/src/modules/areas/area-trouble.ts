import {
  type AreaFault,
  type getAreaTrouble,
  MAX_TROUBLE_HOURS,
  type Output,
  type Parsed,
  type setReleaseNote,
  vitalNames,
} from '@tollgate/contract';
import { percentileOf, summarizeHealth } from '@tollgate/federation';
import { bundledBuilds } from '../../console/bundled-builds.ts';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { windowOf } from './area-health.ts';
import * as builds from './repository/area-builds.ts';
import * as counts from './repository/area-counts.ts';
import * as faults from './repository/area-faults.ts';
import { createMapper } from './source-maps.ts';

const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;
const MOST_OF_A_BUILD = 20;
/** CLS has no unit and is counted times this. */
const CLS_SCALE = 1000;

type Trouble = Output<typeof getAreaTrouble>;

/** Returns how the builds of an area did over time, and why they broke. */
export async function readTrouble(
  ctx: CallContext,
  { id, hours = DAY_HOURS }: Parsed<typeof getAreaTrouble>,
): Promise<Trouble> {
  const span = Math.min(Math.max(hours, 1), MAX_TROUBLE_HOURS);
  // A curve of hours for a week, of days for a month.
  const step = span > 7 * DAY_HOURS ? DAY_HOURS * HOUR_SECONDS : HOUR_SECONDS;
  const since = windowOf(nowSeconds(ctx) - span * HOUR_SECONDS);
  const rows = await counts.listOfArea(ctx.db, id, since);
  return {
    step,
    points: pointsOf(rows, step),
    faults: await faultsOf(ctx, await faults.listSince(ctx.db, id, since)),
    vitals: vitalsOf(rows),
  };
}

type CountRow = Awaited<ReturnType<typeof counts.listOfArea>>[number];

function pointsOf(rows: readonly CountRow[], step: number): Trouble['points'] {
  const groups = Map.groupBy(
    rows,
    ({ window_at, build_id }) => `${window_at - (window_at % step)} ${build_id}`,
  );
  const points = [...groups].map(([key, own]) => {
    const [at = '', build_id = ''] = key.split(' ');
    const { loads, failures, crashes, p50_ms, p95_ms } = summarizeHealth(sumOf(own));
    return { at: Number(at), build_id, loads, failures, crashes, p50_ms, p95_ms };
  });
  return points.sort((a, b) => a.at - b.at || (a.build_id < b.build_id ? -1 : 1));
}

function vitalsOf(rows: readonly CountRow[]): Trouble['vitals'] {
  return [...Map.groupBy(rows, ({ build_id }) => build_id)].flatMap(([build_id, own]) => {
    const counters = sumOf(own);
    return vitalNames.flatMap((name) => {
      const count = Object.entries(counters)
        .filter(([counter]) => counter.startsWith(`${name}.`))
        .reduce((sum, [, of]) => sum + of, 0);
      if (count === 0) return [];
      const at = (share: number) => scaled(name, percentileOf(counters, name, share) ?? 0);
      return [{ build_id, name, count, p50: at(0.5), p75: at(0.75), p95: at(0.95) }];
    });
  });
}

function scaled(name: string, value: number): number {
  return name === 'CLS' ? Math.round(value) / CLS_SCALE : Math.round(value);
}

function sumOf(rows: readonly CountRow[]): Record<string, number> {
  const counters: Record<string, number> = {};
  for (const { counter, count } of rows) counters[counter] = (counters[counter] ?? 0) + count;
  return counters;
}

async function faultsOf(ctx: Context, rows: readonly faults.FaultRow[]): Promise<AreaFault[]> {
  const byBuild = Map.groupBy(rows, ({ build_id }) => build_id);
  const found = [...byBuild.values()].map((own) => {
    const [{ area_id, build_id } = { area_id: '', build_id: '' }] = own;
    const map = createMapper(ctx, { area_id, build_id });
    return Promise.all(own.slice(0, MOST_OF_A_BUILD).map((row) => describe(row, map)));
  });
  return (await Promise.all(found)).flat().sort((a, b) => b.count - a.count);
}

async function describe(row: faults.FaultRow, map: (place: string) => Promise<string>): Promise<AreaFault> {
  const { build_id, fingerprint, kind, name, detail, route, count, first_at, last_at } = row;
  const places = row.stack === '' ? [] : row.stack.split('\n');
  const stack = await Promise.all(places.map(map));
  return {
    build_id,
    fingerprint,
    kind: kind as AreaFault['kind'],
    name,
    detail,
    route,
    stack,
    is_mapped: stack.some((place, index) => place !== places[index]),
    count,
    first_at,
    last_at,
  };
}

/** @throws {AppError} `area_build_unknown` */
export async function putNote(
  ctx: CallContext,
  { id, build_id, note }: Parsed<typeof setReleaseNote>,
): Promise<undefined> {
  const isBundled = bundledBuilds(ctx).areas.some((area) => area.id === id && area.buildId === build_id);
  await change(ctx, ['areas'], async (tx) => {
    if (!isBundled && !(await builds.has(tx.db, { area_id: id, build_id })))
      throw new AppError('area_build_unknown');
    await faults.putNote(tx.db, { area_id: id, build_id, note, at: nowSeconds(tx) });
    recordAction(tx, { action: 'area.note', target: `area:${id}`, after: { build_id, note } });
  });
}
