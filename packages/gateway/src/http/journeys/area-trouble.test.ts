import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getAreaTrouble, listAreas, reportAreaEvents, setReleaseNote } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { areaPlatform } from '../../modules/areas/area-platform.ts';
import { buildTestApp } from '../../testing/app.ts';
import { makeAreaBuild, makeConsoleFolder } from '../../testing/area-builds.ts';
import { registerConsole } from '../page.ts';

const BUILD = 'aaaaaaaaaa';
const about = { area: 'logs', buildId: BUILD };
const crash = {
  type: 'area.crash/v1' as const,
  ...about,
  name: 'TypeError',
  message: 'rows is not iterable',
  route: '/log/:id',
  stack: ['static/js/page.js:1:1', 'static/js/other.js:3:4'],
};

async function openConsole() {
  const folder = makeConsoleFolder([makeAreaBuild(BUILD)]);
  const app = await buildTestApp({
    environment: { CONSOLE_DIR: folder },
    console: (server, ctx) => registerConsole(server, { root: folder, platform: areaPlatform(ctx) }),
  });
  onTestFinished(() => app.close());
  const report = (events: object[]) =>
    app.as('user').call(reportAreaEvents, { schema: 1, events: events as never });
  const read = (hours = 24) => app.as('admin').get(getAreaTrouble, { id: 'logs', hours });
  return { app, folder, report, read };
}

test('crashes at the same place are one fault with a count, and other places are others', async () => {
  const { report, read } = await openConsole();
  const there = { ...crash, stack: ['static/js/page.js:9:9'] };
  await report([crash, { ...crash, message: 'x is not iterable' }, there]);
  const { faults, points } = await read();
  expect(faults.map(({ count, name, detail, stack }) => [count, name, detail, stack[0]])).toEqual([
    [2, 'TypeError', 'rows is not iterable', 'static/js/page.js:1:1'],
    [1, 'TypeError', 'rows is not iterable', 'static/js/page.js:9:9'],
  ]);
  expect(faults[0]).toMatchObject({ route: '/log/:id', build_id: BUILD, is_mapped: false });
  expect(points).toMatchObject([{ build_id: BUILD, crashes: 3, loads: 0 }]);
});

test('places are those of the sources when the build has source maps, which no browser gets', async () => {
  const { app, folder, report, read } = await openConsole();
  const js = path.join(folder, `mfe-logs/dist/${BUILD}/static/js`);
  mkdirSync(js, { recursive: true });
  const map = { version: 3, sources: ['../../../../../src/log.tsx'], names: [], mappings: 'AAKE' };
  writeFileSync(path.join(js, 'page.js.map'), JSON.stringify(map));
  await report([crash]);
  const [fault] = (await read()).faults;
  expect(fault).toMatchObject({ is_mapped: true, stack: ['src/log.tsx:6:3', 'static/js/other.js:3:4'] });
  const { status } = await app.as('root').send('GET', `/assets/areas/logs/${BUILD}/static/js/page.js.map`);
  expect(status).toBe(404);
});

test('functions have their names in the sources, and a name of the browser alone makes no other fault', async () => {
  const { folder, report, read } = await openConsole();
  const js = path.join(folder, `mfe-logs/dist/${BUILD}/static/js`);
  mkdirSync(js, { recursive: true });
  const map = { version: 3, sources: ['../../../src/log.tsx'], names: ['Row'], mappings: 'SAASA,YAKA' };
  writeFileSync(path.join(js, 'page.js'), 'function t(r){return r.a}');
  writeFileSync(path.join(js, 'page.js.map'), JSON.stringify(map));
  await report([{ ...crash, stack: ['t (static/js/page.js:1:22)', 'e (static/js/page.js:1:22)'] }]);
  await report([{ ...crash, stack: ['static/js/page.js:1:22'] }]);
  const { faults } = await read();
  expect(faults).toMatchObject([{ count: 2, stack: ['Row (src/log.tsx:6:10)', 'src/log.tsx:6:10'] }]);
});

test('refusals of the content policy, missing texts and vitals are separate, and count against no build', async () => {
  const { app, report, read } = await openConsole();
  await report([
    {
      type: 'area.csp/v1',
      ...about,
      directive: 'connect-src',
      blocked: 'x.example',
      place: 'static/js/a.js:1:2',
    },
    { type: 'area.text/v1', ...about, key: 'log.title', language: 'en' },
    { type: 'area.vital/v1', ...about, name: 'LCP', value: 1500 },
    { type: 'area.vital/v1', ...about, name: 'CLS', value: 120 },
  ]);
  const { faults, vitals, points } = await read();
  expect(faults.map(({ kind, name, detail }) => [kind, name, detail]).sort()).toEqual([
    ['csp', 'connect-src', 'x.example'],
    ['text', 'log.title', 'en'],
  ]);
  const byName = Object.fromEntries(vitals.map(({ name, p75 }) => [name, p75]));
  expect(Math.abs((byName.LCP ?? 0) / 1500 - 1)).toBeLessThan(0.011);
  expect(byName.CLS).toBeCloseTo(0.12, 2);
  expect(points.every(({ failures, crashes }) => failures + crashes === 0)).toBe(true);
  expect(app.ctx.gatewayMetrics.registry.format()).toContain(
    'tollgate_area_notices_total{area="logs",kind="csp"} 1',
  );
});

test('a client that invents places is limited, and unknown fields and builds are dropped', async () => {
  const { report, read } = await openConsole();
  const many = Array.from({ length: 40 }, (_, index) => ({ ...crash, stack: [`a.js:${index}:1`] }));
  await report([...many, { ...crash, buildId: 'cccccccccc' }]);
  expect((await read()).faults).toHaveLength(3);
  const { body } = await report([{ ...crash, stack: ['https://evil.example/a.js:1:1'] }]);
  expect(body.success).toBe(false);
});

test('the list has the failures and crashes of each area by the hour', async () => {
  const { app, report } = await openConsole();
  const troubleOf = async () => (await app.as('admin').get(listAreas, {}))[0]?.trouble;
  expect(await troubleOf()).toEqual(Array.from({ length: 24 }, () => 0));
  await report([
    crash,
    { ...crash, stack: ['a.js:2:1'] },
    { type: 'area.vital/v1', ...about, name: 'LCP', value: 9 },
  ]);
  const trouble = await troubleOf();
  expect(trouble).toHaveLength(24);
  expect(trouble?.at(-1)).toBe(2);
  expect(trouble?.slice(0, -1).every((count) => count === 0)).toBe(true);
});

test('a note says what a release is about, for root and those who may release', async () => {
  const { app } = await openConsole();
  const note = { id: 'logs', build_id: BUILD, note: 'Faster lists' };
  expect((await app.as('admin').call(setReleaseNote, note)).body.success).toBe(false);
  await app.as('root').get(setReleaseNote, note);
  const noteOf = async () => (await app.as('admin').get(listAreas, {}))[0]?.builds[0]?.note;
  expect(await noteOf()).toBe('Faster lists');
  await app.as('root').get(setReleaseNote, { ...note, note: '' });
  expect(await noteOf()).toBe('');
  const unknown = await app.as('root').call(setReleaseNote, { ...note, build_id: 'cccccccccc' });
  expect(unknown.body.success).toBe(false);
});
