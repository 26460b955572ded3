import {
  listDrawings,
  listOwnDrawings,
  listOwnTasks,
  listTasks,
  pageDrawings,
  pageOwnTasks,
  saveOption,
} from '@tollgate/contract';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MidjourneyTable, TaskTable } from '../../db/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

const start = Date.UTC(2026, 0, 20);
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
  const { user, other } = app.people;
  for (let n = 0; n < 12; n += 1) {
    await draw({ user_id: user.id, mj_id: `mj${n}`, submit_time: start + n * 1000, channel_id: 3 });
    await work({ user_id: user.id, task_id: `t${n}`, submit_time: start / 1000 + n, channel_id: 3 });
  }
  await draw({
    user_id: other.id,
    mj_id: 'theirs',
    submit_time: start,
    channel_id: 4,
    code: 21,
    status: 'IN_PROGRESS',
    progress: '57%',
    action: 'UPSCALE',
    prompt: 'a cat',
    prompt_en: 'a cat',
    image_url: 'https://upstream.example/cat.png',
    fail_reason: null,
  });
  await work({
    user_id: other.id,
    task_id: 'theirs',
    channel_id: 4,
    status: 'SUCCESS',
    progress: '100%',
    properties: '{"input":"a song"}',
    data: '[{"title":"x"}]',
  });
});
afterAll(() => app.close());

const ids = (rows: readonly { mj_id: string }[]) => rows.map(({ mj_id }) => mj_id);
const taskIds = (rows: readonly { task_id: string }[]) => rows.map(({ task_id }) => task_id);

// @spec D249 E083
test('drawings of all users are newest first, ten a page, with pages from 0', async () => {
  const admin = app.as('admin');
  const first = await admin.get(listDrawings, { p: 0 });
  expect(ids(first)).toEqual(['theirs', 'mj11', 'mj10', 'mj9', 'mj8', 'mj7', 'mj6', 'mj5', 'mj4', 'mj3']);
  expect(ids(await admin.get(listDrawings, { p: 1 }))).toEqual(['mj2', 'mj1', 'mj0']);
  expect(first[0]).toMatchObject({
    channel_id: 4,
    action: 'UPSCALE',
    code: 21,
    status: 'IN_PROGRESS',
    progress: '57%',
    submit_time: start,
    finish_time: 0,
    prompt: 'a cat',
    prompt_en: 'a cat',
    fail_reason: '',
  });
});

// @spec H190
test('drawings are filtered by channel, id and time in milliseconds, and NaN is no filter', async () => {
  const admin = app.as('admin');
  expect(ids(await admin.get(listDrawings, { channel_id: 4 }))).toEqual(['theirs']);
  expect(ids(await admin.get(listDrawings, { mj_id: 'mj5' }))).toEqual(['mj5']);
  const range = { start_timestamp: start + 2000, end_timestamp: start + 4000 };
  expect(ids(await admin.get(listDrawings, range))).toEqual(['mj4', 'mj3', 'mj2']);
  expect(await admin.get(listDrawings, { start_timestamp: 'NaN', end_timestamp: '' })).toHaveLength(10);
});

// @spec H192
test('a user lists their own drawings without the channel', async () => {
  const { body } = await app.as('other').call(listOwnDrawings, {});
  expect(body.data.map(({ mj_id, channel_id }) => [mj_id, channel_id])).toEqual([['theirs', 0]]);
  const foreign = await app.as('other').callLoosely(listOwnDrawings, { user_id: app.people.user.id });
  expect(foreign.body.data).toHaveLength(1);
  expect((await app.as('user').send('GET', '/api/mj/self/?p=1')).body.data).toHaveLength(2);
});

test('pictures are served through the gateway unless that is disabled', async () => {
  const root = app.as('root');
  const picture = async () => (await app.as('other').get(listOwnDrawings, {}))[0]?.image_url;
  expect(await picture()).toBe('/mj/image/theirs');
  await root.get(saveOption, { key: 'ServerAddress', value: 'https://gate.example/' });
  expect(await picture()).toBe('https://gate.example/mj/image/theirs');
  expect((await app.as('user').get(listOwnDrawings, {}))[0]?.image_url).toBe('');
  await root.get(saveOption, { key: 'MjForwardUrlEnabled', value: 'false' });
  expect(await picture()).toBe('https://upstream.example/cat.png');
});

test('pages with a total can be continued by cursor', async () => {
  const admin = app.as('admin');
  const first = await admin.get(pageDrawings, { page_size: 8 });
  expect([first.total, first.page, first.items.length]).toEqual([13, 1, 8]);
  await draw({ user_id: app.people.user.id, mj_id: 'new', submit_time: start });
  const rest = await admin.get(pageDrawings, { page_size: 8, cursor: first.next_cursor as string });
  expect(ids(rest.items)).toEqual(['mj4', 'mj3', 'mj2', 'mj1', 'mj0']);
  expect([rest.total, rest.next_cursor]).toEqual([-1, null]);
});

// @spec D251 D252 D253 G011 H194 H198
test('tasks of all users are filtered, with pages from 0', async () => {
  const admin = app.as('admin');
  const [newest] = await admin.get(listTasks, { p: 0 });
  expect(newest).toMatchObject({
    task_id: 'theirs',
    platform: 'suno',
    action: 'MUSIC',
    status: 'SUCCESS',
    progress: '100%',
    created_at: start / 1000,
    channel_id: 4,
    properties: { input: 'a song' },
    data: [{ title: 'x' }],
  });
  expect(taskIds(await admin.get(listTasks, { p: 1 }))).toEqual(['t2', 't1', 't0']);
  expect(taskIds(await admin.get(listTasks, { channel_id: 4 }))).toEqual(['theirs']);
  expect(taskIds(await admin.get(listTasks, { task_id: 't3' }))).toEqual(['t3']);
  expect(taskIds(await admin.get(listTasks, { status: 'SUCCESS' }))).toEqual(['theirs']);
  const range = { start_timestamp: start / 1000 + 1, end_timestamp: start / 1000 + 2 };
  expect(taskIds(await admin.get(listTasks, range))).toEqual(['t2', 't1']);
  expect((await app.as('user').call(listTasks, {})).body.code).toBe('not_allowed');
});

// @spec H196
test('a user lists their own tasks without the channel', async () => {
  const rows = await app.as('other').get(listOwnTasks, { p: 0 });
  expect(rows.map(({ task_id, channel_id }) => [task_id, channel_id])).toEqual([['theirs', 0]]);
  const page = await app.as('user').get(pageOwnTasks, { page_size: 5 });
  expect([page.total, page.items.length, page.items[0]?.channel_id]).toEqual([12, 5, 0]);
  expect(taskIds(await app.as('user').get(listOwnTasks, { task_id: 'theirs' }))).toEqual([]);
  const range = { start_timestamp: start / 1000 + 1, end_timestamp: start / 1000 + 2 };
  expect(taskIds(await app.as('user').get(listOwnTasks, range))).toEqual(['t2', 't1']);
});

test('a task with unreadable stored data is listed without the data', async () => {
  await work({ user_id: app.people.user.id, task_id: 'odd', properties: '{', data: 'nonsense' });
  const [odd] = await app.as('user').get(listOwnTasks, { task_id: 'odd' });
  expect(odd).toMatchObject({ properties: { input: '' }, data: null });
});

function draw(row: Insertable<MidjourneyTable>) {
  return app.ctx.db.insertInto('midjourneys').values(row).execute();
}

function work(row: Partial<Insertable<TaskTable>>) {
  const at = start / 1000;
  const defaults = {
    created_at: at,
    updated_at: at,
    user_id: 1,
    task_id: '',
    platform: 'suno',
    action: 'MUSIC',
  };
  return app.ctx.db
    .insertInto('tasks')
    .values({ ...defaults, ...row })
    .execute();
}
