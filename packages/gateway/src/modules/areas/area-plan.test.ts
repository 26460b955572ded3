import {
  listAreas,
  listAudit,
  listPublishers,
  publishBuild,
  revokePublishKey,
  setCanary,
} from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAreaBuild,
  makeConsoleFolder,
  makePublisher,
  publishRequest,
} from '../../testing/area-builds.ts';
import { describeDatabases, type FreshDatabase } from '../../testing/databases.ts';
import { guardCanaries } from './area-guard.ts';
import { windowOf } from './area-health.ts';
import * as counts from './repository/area-counts.ts';

const [STABLE, CANARY] = ['aaaaaaaaaa', '1111111111'] as const;

describeDatabases('a plan', (database) => {
  test('a canary with a plan grows step by step while it does well, and becomes the stable build', async () => {
    const { app, advance, reportHealthy } = await openPlan([1, 10, 100], await database.create());
    expect(await shareOf(app)).toBe(1);
    for (const share of [10, 100]) {
      await reportHealthy();
      await advance(9);
      expect(await shareOf(app)).not.toBe(share);
      await advance(1);
      expect(await shareOf(app)).toBe(share);
    }
    await reportHealthy();
    await advance(10);
    const [logs] = await app.as('admin').get(listAreas, {});
    expect(logs).toMatchObject({ stable: CANARY, history: [''], canary: null });
    const { items } = await app.as('root').get(listAudit, { page_size: 100 });
    const steps = items.filter(({ action }) => /canary_(step|done)/.test(action)).map(({ action }) => action);
    expect(steps).toEqual(['area.canary_done', 'area.canary_step', 'area.canary_step']);
  });
});

test('a step lasts until there are enough loads, and loads of earlier steps do not count', async () => {
  const { app, advance, reportHealthy } = await openPlan([1, 10, 100]);
  await advance(600);
  expect(await shareOf(app)).toBe(1);
  await reportHealthy();
  await advance(10);
  expect(await shareOf(app)).toBe(10);
  await advance(600);
  expect(await shareOf(app)).toBe(10);
});

test('a canary that does badly is taken back and its plan ends', async () => {
  const { app, advance, count } = await openPlan([10, 100]);
  await count({ load: 50, 'ms.3': 50, crash: 20, account: 50, troubled: 10 });
  await advance(0);
  await advance(600);
  const [logs] = await app.as('admin').get(listAreas, {});
  expect(logs?.canary).toMatchObject({ verdict: 'frozen', percent: 10, plan: { next_at: 0 } });
});

test('a plan stops when the publish key of its build is revoked', async () => {
  const { app, advance, reportHealthy } = await openPlan([5, 100]);
  const { keys } = await app.as('root').get(listPublishers, {});
  await app.as('root').get(revokePublishKey, { id: keys[0]?.id ?? 0 });
  await reportHealthy();
  await advance(600);
  const [logs] = await app.as('admin').get(listAreas, {});
  expect(logs?.canary).toMatchObject({ build_id: CANARY, percent: 5, plan: { next_at: 0 } });
});

test('a plan that ends below 100 percent stays there, and the list says when the next step is due', async () => {
  const { app, clock, advance, reportHealthy } = await openPlan([5, 20]);
  const planOf = async () => (await app.as('admin').get(listAreas, {}))[0]?.canary?.plan;
  const dueAt = Math.floor(clock.nowMs / 1000) + 600;
  expect(await planOf()).toEqual({ steps: [5, 20], minutes: 10, next_at: dueAt });
  await reportHealthy();
  await advance(10);
  expect(await planOf()).toMatchObject({ next_at: 0 });
  await reportHealthy();
  await advance(600);
  expect(await shareOf(app)).toBe(20);
});

test('setting the share by hand ends the plan; a plan cannot begin beyond a quarter or go down', async () => {
  const { app, advance, reportHealthy } = await openPlan([5, 20]);
  const canary = { id: 'logs', build_id: CANARY };
  await app.as('root').get(setCanary, { ...canary, percent: 7 });
  await reportHealthy();
  await advance(600);
  expect(await shareOf(app)).toBe(7);
  const refused = async (steps: number[]) =>
    (await app.as('root').callLoosely(setCanary, { ...canary, plan: { steps, minutes: 10 } })).body.code;
  expect(await refused([20, 5])).toBe('invalid_input');
  expect(await refused([])).toBe('invalid_input');
  await app.as('root').get(setCanary, { ...canary, percent: 1 });
});

/** Opens a gateway with a manual clock and a canary that has a plan of ten minutes a step. */
async function openPlan(steps: number[], database?: FreshDatabase) {
  const clock = { nowMs: 1_780_000_000_000 };
  const folder = makeConsoleFolder([makeAreaBuild(STABLE)]);
  const environment = { CONSOLE_DIR: folder };
  const app = await buildTestApp({ now: () => clock.nowMs, environment, ...(database && { database }) });
  onTestFinished(() => app.close());
  const publisher = await makePublisher(app);
  await app.as('visitor').get(publishBuild, publishRequest(makeAreaBuild(CANARY), publisher));
  await app.as('root').get(setCanary, { id: 'logs', build_id: CANARY, plan: { steps, minutes: 10 } });
  const count = (counters: Record<string, number>) => {
    const window_at = windowOf(Math.floor(clock.nowMs / 1000));
    const rows = Object.entries(counters).map(([counter, of]) => {
      return { window_at, area_id: 'logs', build_id: CANARY, counter, count: of };
    });
    return counts.add(app.ctx.db, rows);
  };
  return {
    app,
    clock,
    count,
    reportHealthy: () => count({ load: 60, 'ms.3': 60 }),
    async advance(minutes: number) {
      clock.nowMs += minutes * 60_000;
      await guardCanaries(app.ctx);
    },
  };
}

async function shareOf(app: TestApp): Promise<number | undefined> {
  const [logs] = await app.as('admin').get(listAreas, {});
  return logs?.canary?.percent;
}
