import {
  ChannelStatus,
  createIncident,
  deleteIncident,
  getStatus,
  getStatusPage,
  LogType,
  saveOption,
  updateIncident,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { healthColumns } from '../../core/health-columns.ts';
import { trip } from '../../modules/channels/health/channel-trip.ts';
import * as health from '../../modules/channels/repository/channel-health.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeLogs } from '../../testing/factories.ts';

let app: TestApp;
let now = 0;
beforeEach(async () => {
  now = Date.parse('2026-11-25T10:30:00Z');
  app = await buildTestApp({ now: () => now });
});
afterEach(() => app.close());

const DAY = 86_400;
const seconds = () => Math.floor(now / 1000);
const switchOn = () => app.as('root').get(saveOption, { key: 'StatusPageEnabled', value: 'true' });
const page = () => app.as('visitor').get(getStatusPage, {});
/** What the page says of a model once it is made again. */
async function statusOf(model: string) {
  now += 31_000;
  return (await page()).models.find((one) => one.model === model);
}

/** Counts calls of a channel, of which some failed, by minute, hour and day. */
async function count(channelId: number, agoSeconds: number, counts: Partial<Record<string, number>>) {
  const at = seconds() - agoSeconds;
  const values = healthColumns.map((column) => counts[column] ?? 0);
  const rows = [60, 3600, DAY].map((span) => ({
    span,
    channelId,
    start: Math.floor(at / span) * span,
    counts: values,
  }));
  await health.add(app.ctx.logDb, rows);
}

/** Writes rows of the log for calls of models. */
async function called(
  calls: readonly (readonly [model: string, ago: number])[],
  type: number = LogType.consumption,
) {
  await makeLogs(
    app.ctx,
    calls.map(([model_name, ago]) => ({ model_name, created_at: seconds() - ago, type })),
  );
}

test('the page is off by default, and says so to everybody', async () => {
  expect((await app.as('root').call(getStatusPage, {})).body.code).toBe('status_page_off');
  expect((await app.as('visitor').get(getStatus, {})).status_page_enabled).toBe(false);
  await switchOn();
  expect((await app.as('visitor').get(getStatus, {})).status_page_enabled).toBe(true);
  expect((await page()).models).toEqual([]);
});

test('a model is as well as its channels together, without their names and the number of calls', async () => {
  await switchOn();
  const good = await makeChannel(app.ctx, { name: 'Secret account', models: 'm-good,m-both' });
  const bad = await makeChannel(app.ctx, { name: 'Other account', models: 'm-bad,m-both' });
  await makeChannel(app.ctx, { models: 'm-hidden', group: 'staff' });
  await makeChannel(app.ctx, { models: 'm-quiet' });
  await count(good, 600, { calls: 90 });
  await count(bad, 600, { calls: 10, server: 7, request: 2 });
  await count(good, 3 * DAY, { calls: 100, network: 50 });
  for (const model of ['m-good', 'm-both'])
    await called([
      [model, 600],
      [model, 3 * DAY],
    ]);
  await called([['m-bad', 600]], LogType.error);

  const { status, text, headers } = await app.as('visitor').send('GET', '/api/status/page');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, s-maxage=30']);
  const { models } = JSON.parse(text).data as Awaited<ReturnType<typeof page>>;
  expect(models.map(({ model, status: state, uptime }) => [model, state, uptime])).toEqual([
    ['m-bad', 'down', 0.125],
    ['m-both', 'degraded', 0.712],
    ['m-good', 'up', 0.737],
    ['m-quiet', 'unknown', null],
  ]);
  expect(models[2]?.days.slice(-4)).toEqual([0.5, null, null, 1]);
  expect(models[2]?.days).toHaveLength(30);
  expect(text).not.toMatch(/account|Secret|calls|channel/);
});

test('a model has no figures of spans in which only other models of its channel were called', async () => {
  await switchOn();
  const id = await makeChannel(app.ctx, { models: 'm-busy,m-never,m-before' });
  await count(id, 600, { calls: 11, server: 1 });
  await count(id, 3 * DAY, { calls: 10 });
  await called([
    ['m-busy', 600],
    ['m-before', 3 * DAY],
  ]);
  const { models } = await page();
  const find = (name: string) => models.find(({ model }) => model === name);
  expect(find('m-busy')).toMatchObject({ status: 'degraded', uptime: 0.909 });
  expect(find('m-never')).toMatchObject({ status: 'unknown', uptime: null, first_token_ms: null });
  expect(find('m-never')?.days.every((share) => share === null)).toBe(true);
  expect(find('m-before')).toMatchObject({ status: 'unknown', uptime: 1 });
  expect(find('m-before')?.days.slice(-4)).toEqual([1, null, null, null]);
});

test.each([
  ['a start more than a year ahead', { started_at: Date.parse('2027-12-25') / 1000 }, 'too_far_ahead'],
  ['a model that no channel offers', { models: ['m', 'm-typo'] }, 'model_not_offered'],
])('an incident with %s is refused', async (_, fields, reason) => {
  await makeChannel(app.ctx, { models: 'm' });
  await app.ctx.db.updateTable('abilities').set({ enabled: 0 }).execute();
  const admin = app.as('admin');
  const refused = { code: 'invalid_input', details: { reason } };
  expect((await admin.call(createIncident, { title: 'T', ...fields })).body).toMatchObject(refused);
  const { id } = await admin.get(createIncident, { title: 'T', models: ['m'] });
  expect((await admin.call(updateIncident, { id, ...fields })).body).toMatchObject(refused);
  await app.ctx.db.deleteFrom('abilities').execute();
  expect(await admin.get(updateIncident, { id, text: 'still', models: ['m'] })).toMatchObject({
    models: ['m'],
  });
});

test('a model whose channels the gateway disabled is down, one that an administrator took away is gone', async () => {
  await switchOn();
  const id = await makeChannel(app.ctx, { models: 'm' });
  expect((await page()).models).toMatchObject([{ model: 'm', status: 'unknown' }]);
  await trip(app.ctx, id, 'no credit');
  expect(await statusOf('m')).toMatchObject({ status: 'down' });
  await app.ctx.db.updateTable('channels').set({ status: ChannelStatus.disabled }).execute();
  expect(await statusOf('m')).toBeUndefined();
});

test('the page is made once in 30 seconds, however many ask for it', async () => {
  await switchOn();
  let reads = 0;
  const { accessFor } = app.ctx.reads;
  app.ctx.reads.accessFor = (reader) => {
    if (reader.name === 'status page') reads += 1;
    return accessFor.call(app.ctx.reads, reader);
  };
  await Promise.all(Array.from({ length: 50 }, page));
  now += 29_000;
  await page();
  expect(reads).toBe(1);
  now += 2000;
  await page();
  expect(reads).toBe(2);
});

test('an administrator reports an incident, resolves it, and it leaves the page after 14 days', async () => {
  await switchOn();
  const admin = app.as('admin');
  await makeChannel(app.ctx, { models: 'm' });
  const made = await admin.get(createIncident, {
    title: ' Slow answers ',
    text: 'We are on it.',
    models: ['m'],
  });
  expect(await page()).toMatchObject({
    incidents: [{ ...made, title: 'Slow answers', state: 'investigating', started_at: seconds() }],
  });
  now += 60_000;
  await admin.get(updateIncident, { id: made.id, state: 'resolved' });
  const [resolved] = (await page()).incidents;
  expect(resolved).toMatchObject({
    state: 'resolved',
    resolved_at: seconds(),
    models: ['m'],
    text: 'We are on it.',
  });
  const again = await admin.get(updateIncident, { id: made.id, state: 'monitoring' });
  expect(again.resolved_at).toBe(0);
  await admin.get(updateIncident, { id: made.id, state: 'resolved' });
  const { id } = await admin.get(createIncident, { title: 'A mistake' });
  await admin.get(deleteIncident, { id });
  expect((await page()).incidents).toHaveLength(1);
  expect((await admin.call(deleteIncident, { id })).body.code).toBe('incident_not_found');
  now += 13 * DAY * 1000;
  expect((await page()).incidents).toHaveLength(1);
  now += 2 * DAY * 1000;
  expect((await page()).incidents).toEqual([]);
});
