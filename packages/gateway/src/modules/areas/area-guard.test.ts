import { listAreas, listAudit, publishBuild, reportAreaEvents, setCanary } from '@tollgate/contract';
import { stepOf } from '@tollgate/federation';
import { expect, onTestFinished, test } from 'vitest';
import { canaryGuard } from '../../jobs/area-jobs.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAreaBuild,
  makeConsoleFolder,
  makePublisher,
  publishRequest,
} from '../../testing/area-builds.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { registryFor } from './area-catalog.ts';
import { guardCanaries } from './area-guard.ts';
import { windowOf } from './area-health.ts';
import * as counts from './repository/area-counts.ts';

const [STABLE, CANARY] = ['aaaaaaaaaa', '1111111111'] as const;

test('a canary is taken back with the reason in the list and the audit log when it fails more than the stable build', async () => {
  const { app, count } = await openCanary();
  await count(STABLE, { load: 200, 'ms.3': 200 });
  await count(CANARY, { load: 190, 'ms.3': 190, 'fail.evaluation': 10 });
  expect(await isGivenOut(app)).toBe(true);

  await guardCanaries(app.ctx);
  expect(await isGivenOut(app)).toBe(false);
  const [logs] = await app.as('admin').get(listAreas, {});
  expect(logs?.canary).toMatchObject({ frozen: '5.0 % of 200 loads failed', verdict: 'frozen', percent: 25 });
  const { items } = await app.as('root').get(listAudit, { action: 'area.canary_frozen' });
  expect(items).toMatchObject([{ actor_name: 'system', target: 'area:logs' }]);
  expect(items[0]?.after).toContain('5.0 % of 200 loads failed');
});

test('a canary continues, and may then reach more than a quarter, when it does as well as the stable build', async () => {
  const { app, count } = await openCanary();
  await count(STABLE, { load: 200, 'ms.3': 200, 'fail.network': 4 });
  await count(CANARY, { load: 99, 'ms.3': 99, 'fail.network': 1 });
  await guardCanaries(app.ctx);
  expect(await isGivenOut(app)).toBe(true);
  expect(
    (await app.as('root').call(setCanary, { id: 'logs', build_id: CANARY, percent: 100 })).body.success,
  ).toBe(true);
});

test('a restarted canary is judged by what happened since', async () => {
  const { app, clock, count } = await openCanary();
  await count(CANARY, { load: 50, 'ms.3': 50, 'fail.evaluation': 50 });
  await guardCanaries(app.ctx);
  clock.nowMs += 600_000;
  const users = [app.people.user.id];
  await app.as('root').get(setCanary, { id: 'logs', build_id: CANARY, percent: 25, users });
  await guardCanaries(app.ctx);
  expect(await isGivenOut(app)).toBe(true);
});

test('one of many processes takes the canary back and writes one audit row', async () => {
  const { app, count } = await openCanary();
  await count(CANARY, { load: 10, 'ms.3': 10, 'fail.evaluation': 50 });
  await Promise.all([1, 2, 3].map(() => canaryGuard.run(app.ctx)));
  await Promise.all([1, 2, 3].map(() => guardCanaries(app.ctx)));
  expect((await app.as('root').get(listAudit, { action: 'area.canary_frozen' })).total).toBe(1);
});

test('reports of pages are counted by build and window, and nothing else of them is stored', async () => {
  const { app } = await openCanary();
  const load = { type: 'area.load/v1', area: 'logs', buildId: STABLE, durationMs: 420 } as const;
  const events = [
    load,
    load,
    {
      type: 'area.failure/v1',
      area: 'logs',
      buildId: STABLE,
      class: 'timeout',
      url: 'https://secret.example',
    },
    { type: 'area.crash/v1', area: 'logs', buildId: STABLE, message: 'user@example.com' },
    { ...load, buildId: 'ffffffffff' },
    { ...load, area: 'unknown' },
  ];
  const answer = await app.as('visitor').callLoosely(reportAreaEvents, { schema: 1, events });
  expect(answer.body.success).toBe(true);
  const rows = await app.ctx.db.selectFrom('area_counts').selectAll().orderBy('counter').execute();
  expect(rows.map(({ build_id, counter, count }) => [build_id, counter, count])).toEqual([
    [STABLE, 'account', 1],
    [STABLE, 'crash', 1],
    [STABLE, 'fail.timeout', 1],
    [STABLE, 'load', 2],
    [STABLE, `took.${stepOf(420)}`, 2],
    [STABLE, 'troubled', 1],
  ]);
  const faults = await app.ctx.db.selectFrom('area_faults').selectAll().execute();
  expect(faults).toMatchObject([{ build_id: STABLE, kind: 'crash', detail: '', stack: '', count: 1 }]);
  // The same counts for collectors, without the builds.
  const metrics = app.ctx.gatewayMetrics.registry.format();
  expect(metrics.match(/^tollgate_area_loads_total\{.*$/gm)).toEqual([
    'tollgate_area_loads_total{area="logs",outcome="ok"} 2',
    'tollgate_area_loads_total{area="logs",outcome="failed"} 1',
    'tollgate_area_loads_total{area="logs",outcome="crashed"} 1',
  ]);
});

test('neither a visitor nor a single account can end a canary', async () => {
  const { app } = await openCanary();
  const failure = { type: 'area.failure/v1', area: 'logs', buildId: CANARY, class: 'evaluation' } as const;
  const send = (client: ReturnType<TestApp['as']>) =>
    client.call(reportAreaEvents, { schema: 1, events: Array.from({ length: 50 }, () => failure) });
  for (let round = 0; round < 3; round += 1) {
    await send(app.as('visitor'));
    await send(app.as('user'));
  }
  const sums = await counts.sumSince(app.ctx.db, 0);
  expect(sums.map(({ build_id, counter, count }) => [build_id, counter, count]).sort()).toEqual([
    [CANARY, 'account', 1],
    [CANARY, 'fail.evaluation', 3],
    [CANARY, 'troubled', 1],
  ]);
  await guardCanaries(app.ctx);
  expect(await isGivenOut(app)).toBe(true);
});

test('a canary that crashes for all three of its users is taken back', async () => {
  const { app } = await openCanary();
  const crash = { type: 'area.crash/v1', area: 'logs', buildId: CANARY } as const;
  const load = { type: 'area.load/v1', area: 'logs', buildId: CANARY, durationMs: 90 } as const;
  for (let person = 1; person <= 3; person += 1) {
    await guardCanaries(app.ctx);
    expect(await isGivenOut(app)).toBe(true);
    const client = createClient(app.app, app.ctx, await makeUser(app.ctx));
    await client.get(reportAreaEvents, { schema: 1, events: [load, crash] });
    await client.get(reportAreaEvents, { schema: 1, events: [load, crash] });
  }
  await guardCanaries(app.ctx);
  expect(await isGivenOut(app)).toBe(false);
  const [logs] = await app.as('admin').get(listAreas, {});
  expect(logs?.canary?.frozen).toBe('3 of 3 accounts had trouble');
});

test('further reports of a user are answered and not counted when there are too many', async () => {
  const { app } = await openCanary();
  const client = createClient(app.app, app.ctx, await makeUser(app.ctx));
  const load = { type: 'area.load/v1', area: 'logs', buildId: STABLE, durationMs: 1 } as const;
  for (let batch = 0; batch < 40; batch += 1)
    expect((await client.call(reportAreaEvents, { schema: 1, events: [load] })).body.success).toBe(true);
  const loads = (await counts.sumSince(app.ctx.db, 0)).find(({ counter }) => counter === 'load');
  expect(loads?.count).toBe(30);
  const tooMany = { schema: 1, events: Array.from({ length: 51 }, () => load) } as const;
  expect((await client.call(reportAreaEvents, tooMany)).body.code).toBe('invalid_input');
});

/** Opens a gateway with a stopped clock, and a canary for a quarter of the users and for one by name. */
async function openCanary() {
  const clock = { nowMs: 1_780_000_000_000 };
  const folder = makeConsoleFolder([makeAreaBuild(STABLE)]);
  const app = await buildTestApp({ now: () => clock.nowMs, environment: { CONSOLE_DIR: folder } });
  onTestFinished(() => app.close());
  const publisher = await makePublisher(app);
  await app.as('visitor').get(publishBuild, publishRequest(makeAreaBuild(CANARY), publisher));
  const users = [app.people.user.id];
  await app.as('root').get(setCanary, { id: 'logs', build_id: CANARY, percent: 25, users });
  const count = (build_id: string, counters: Record<string, number>) => {
    const window_at = windowOf(Math.floor(clock.nowMs / 1000));
    const troubles = Object.keys(counters).some((name) => name.startsWith('fail.')) ? 10 : 0;
    const people = { account: 200, troubled: troubles };
    const rows = Object.entries({ ...people, ...counters }).map(([counter, of]) => ({
      window_at,
      area_id: 'logs',
      build_id,
      counter,
      count: of,
    }));
    return counts.add(app.ctx.db, rows);
  };
  return { app, clock, count };
}

async function isGivenOut({ ctx, people }: TestApp): Promise<boolean> {
  const { areas } = await registryFor(ctx, { userId: people.user.id, role: 1 });
  return areas[0]?.active?.buildId === CANARY;
}
