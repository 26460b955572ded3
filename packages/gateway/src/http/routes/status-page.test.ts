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
import { trip } from '../../modules/channels/health/channel-trip.ts';
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

interface Calls {
  served?: number;
  brokenOff?: number;
  /** Statuses of calls that a channel tried. */
  failed?: readonly number[];
}

/** Writes the rows that calls of a model leave in the usage log. */
async function called(model_name: string, ago: number, { served = 0, brokenOff = 0, failed = [] }: Calls) {
  const row = { model_name, created_at: seconds() - ago, channel_id: 1 };
  await makeLogs(app.ctx, [
    ...Array.from({ length: served }, () => ({ ...row, status: 200, first_token_ms: 420 })),
    ...Array.from({ length: brokenOff }, () => ({ ...row, status: 502 })),
    ...failed.map((status) => ({ ...row, status, type: LogType.error, quota: 0 })),
  ]);
}

test('the page is off by default, and says so to everybody', async () => {
  expect((await app.as('root').call(getStatusPage, {})).body.code).toBe('status_page_off');
  expect((await app.as('visitor').get(getStatus, {})).status_page_enabled).toBe(false);
  await switchOn();
  expect((await app.as('visitor').get(getStatus, {})).status_page_enabled).toBe(true);
  expect((await page()).models).toEqual([]);
});

test("a model has the figures of its own calls, not those of its channel's other models", async () => {
  await switchOn();
  await makeChannel(app.ctx, { name: 'Secret account', models: 'm-good,m-bad,m-before,m-never' });
  await called('m-good', 600, { served: 9, brokenOff: 1 });
  await called('m-good', 3 * DAY, { served: 1, failed: [503] });
  await called('m-bad', 600, { served: 1, failed: [502, 429, 401] });
  await called('m-before', 3 * DAY, { served: 4 });

  const { status, text, headers } = await app.as('visitor').send('GET', '/api/status/page');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, s-maxage=30']);
  const { models } = JSON.parse(text).data as Awaited<ReturnType<typeof page>>;
  expect(models.map((one) => [one.model, one.status, one.uptime, one.first_token_ms])).toEqual([
    ['m-bad', 'down', 0.25, 420],
    ['m-good', 'degraded', 0.833, 420],
    ['m-before', 'unknown', 1, null],
    ['m-never', 'unknown', null, null],
  ]);
  expect(models[1]?.days.slice(-4)).toEqual([0.5, null, null, 0.9]);
  expect(models[1]?.days).toHaveLength(30);
  expect(models[2]?.days.slice(-4)).toEqual([1, null, null, null]);
  expect(models[3]?.days.every((share) => share === null)).toBe(true);
  expect(text).not.toMatch(/account|Secret|calls|channel/);
});

test('calls that were refused to their callers say nothing of a model', async () => {
  await switchOn();
  await makeChannel(app.ctx, { models: 'm' });
  await called('m', 600, { served: 1, failed: [400, 404, 422] });
  const own = { model_name: 'm', type: LogType.error, quota: 0, created_at: seconds() - 60 };
  await makeLogs(
    app.ctx,
    [403, 429, 499].map((status) => ({ ...own, status })),
  );
  expect((await page()).models).toMatchObject([{ model: 'm', status: 'up', uptime: 1 }]);
});

test('days whose failed calls are gone have no figures', async () => {
  await switchOn();
  await app.as('root').get(saveOption, { key: 'FailedCallsKept', value: '2' });
  await makeChannel(app.ctx, { models: 'm' });
  await called('m', 5 * DAY, { served: 5 });
  await called('m', 2 * DAY, { served: 1, failed: [502] });
  await called('m', 600, { served: 1, failed: [502] });
  expect((await page()).models[0]?.days.slice(-6)).toEqual([null, null, null, null, null, 0.5]);
  await app.as('root').get(saveOption, { key: 'FailedCallsKept', value: '0' });
  expect(await statusOf('m')).toMatchObject({ status: 'unknown', uptime: null });
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
