import { createLimit, listTasks } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { fail, sendJson } from '../../testing/upstream.ts';

let lab: TaskLab;
let accept: TaskLab['order'];
beforeAll(async () => {
  lab = await startTaskLab();
  accept = lab.order;
});
beforeEach(() => {
  lab.order = accept;
  lab.upstream.calls.length = 0;
});
afterAll(() => lab.close());

const song = (body: object = { gpt_description_prompt: 'a slow waltz' }, headers = {}) =>
  lab.call('POST', '/suno/submit/music', body, headers);

// @spec D252
test('a song is ordered, charged on acceptance, and shown to its owner until it is complete', async () => {
  const before = await lab.balance();
  const { status, json } = await song();
  expect({ status, json }).toEqual({
    status: 200,
    json: { code: 'success', message: '', data: expect.any(String) },
  });
  expect(lab.orders()[0]).toMatchObject({
    path: '/suno/submit/MUSIC',
    headers: { authorization: 'Bearer suno-provider-secret-1' },
    json: { gpt_description_prompt: 'a slow waltz', mv: 'chirp-v3-0' },
  });
  expect(before - (await lab.balance())).toBe(50_000);
  const fetched = async () => (await lab.call('GET', `/suno/fetch/${json.data}`)).json.data;
  expect(await fetched()).toMatchObject({
    task_id: json.data,
    action: 'MUSIC',
    status: 'NOT_START',
    progress: '0%',
  });
  lab.works.set(json.data, {
    task_id: json.data,
    status: 'IN_PROGRESS',
    progress: '30%',
    start_time: 1_800_000_000,
  });
  await lab.pollOnce();
  expect(await fetched()).toMatchObject({
    status: 'IN_PROGRESS',
    progress: '30%',
    start_time: 1_800_000_000,
  });
  const data = [{ audio_url: 'https://cdn.example/a.mp3' }];
  lab.works.set(json.data, { task_id: json.data, status: 'SUCCESS', data });
  await lab.pollOnce();
  expect(await fetched()).toMatchObject({ status: 'SUCCESS', progress: '100%', data });
  const [row] = await lab.as('admin').get(listTasks, { p: 0 });
  expect(row).toMatchObject({
    task_id: json.data,
    platform: 'suno',
    action: 'MUSIC',
    status: 'SUCCESS',
    quota: 50_000,
  });
  expect(row?.properties).toEqual({ input: 'a slow waltz' });
  const { rows } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({
    model_name: 'suno_music',
    content: '模型固定价格 0.10，分组倍率 1.00，操作 MUSIC',
  });
});

test('lyrics have their own price, and the action ignores case', async () => {
  const before = await lab.balance();
  const { json } = await lab.call('POST', '/suno/submit/Lyrics', { prompt: 'about rain' });
  expect(json.code).toBe('success');
  expect(lab.orders()[0]).toMatchObject({ path: '/suno/submit/LYRICS', json: { prompt: 'about rain' } });
  expect(before - (await lab.balance())).toBe(5000);
});

test("an invalid order is refused in the console API's format and costs nothing", async () => {
  const before = await lab.balance();
  const cases: [code: string, status: number, path: string, body: unknown][] = [
    ['invalid_request', 400, 'submit/dance', {}],
    ['invalid_request', 400, 'submit/music', '{"prompt":'],
    ['invalid_request', 400, 'submit/music', { tags: 5 }],
    ['prompt_empty', 400, 'submit/lyrics', {}],
    ['invalid_request', 400, 'submit/music', { continue_clip_id: 'c' }],
    ['task_not_exist', 400, 'submit/music', { continue_clip_id: 'c', task_id: 'unknown' }],
  ];
  for (const [code, status, path, body] of cases) {
    const refusal = await lab.call('POST', `/suno/${path}`, body);
    expect(refusal).toEqual({ status, json: { code, message: expect.any(String), data: null } });
  }
  expect((await lab.call('GET', '/suno/fetch/unknown')).json).toMatchObject({
    code: 'task_not_exist',
    data: null,
  });
  expect(lab.upstream.calls).toEqual([]);
  lab.order = (_, response) =>
    sendJson(response, 200, { code: 'busy', message: 'no more songs today', data: null });
  const refused = await song();
  expect(refused).toMatchObject({ status: 502, json: { code: 'do_request_failed', data: null } });
  expect(refused.json.message).toContain('no more songs today');
  lab.order = fail(429, { message: 'slow down' });
  expect(await song()).toMatchObject({ status: 429, json: { code: 'upstream_busy', data: null } });
  expect(await lab.balance()).toBe(before);
  expect(
    await lab.ctx.db.selectFrom('pending_tasks').selectAll().where('holder', '<>', '').execute(),
  ).toEqual([]);
});

test('an order checks key, limits and money like any other call', async () => {
  const as = async (draft: Parameters<TaskLab['token']>[0], owner = lab.payer) => {
    const key = await lab.token(draft, owner);
    return await song(undefined, { authorization: `Bearer ${key}` });
  };
  const limited = await as({ model_limits_enabled: true, model_limits: 'suno_lyrics' });
  expect(limited).toMatchObject({
    status: 403,
    json: { error: { code: 'model_refused', type: 'new_api_error' } },
  });
  const poor = await as({}, lab.people.other);
  expect(poor).toMatchObject({ status: 403, json: { code: 'quota_not_enough', data: null } });
  const small = await as({ unlimited_quota: false, remain_quota: 49_999 });
  expect(small).toMatchObject({ status: 403, json: { code: 'quota_not_enough' } });
  const enough = await as({ unlimited_quota: false, remain_quota: 50_000 });
  expect(enough.json.code).toBe('success');
});

test('a song is continued only by its owner and on its own channel', async () => {
  const other = await lab.channel({ type: 36, models: 'suno_music', key: 'suno-second-1', priority: 50 });
  const { json } = await song();
  expect(lab.orders().at(-1)?.headers.authorization).toBe('Bearer suno-second-1');
  await lab.ctx.db.updateTable('abilities').set({ priority: 0 }).where('channel_id', '=', other).execute();
  lab.ctx.revisions.announce('channels');
  const body = { continue_clip_id: 'clip', task_id: json.data };
  for (let times = 0; times < 4; times += 1) await song(body);
  expect(
    lab
      .orders()
      .slice(1)
      .map(({ headers }) => headers.authorization),
  ).toEqual(Array(4).fill('Bearer suno-second-1'));
  const stranger = { authorization: `Bearer ${await lab.token({}, lab.people.other)}` };
  expect((await song(body, stranger)).json.code).toBe('task_not_exist');
  expect((await lab.call('POST', '/suno/fetch', { ids: [json.data] }, stranger)).json.data).toEqual([]);
  const listed = await lab.call('POST', '/suno/fetch', { ids: [json.data] });
  expect(listed.json.data).toMatchObject([{ task_id: json.data }]);

  await lab.ctx.db.updateTable('channels').set({ status: 2 }).where('id', '=', other).execute();
  lab.ctx.revisions.announce('channels');
  expect((await song(body)).json).toMatchObject({ code: 'task_channel_disable', data: null });
});

test('an order tries channels until one accepts it', async () => {
  await lab.option('RetryTimes', 3);
  await lab.channel({ type: 36, models: 'suno_music', key: 'suno-third-1' });
  await lab.channel({ type: 1, models: 'suno_music', key: 'no-suno-at-all-1' });
  const before = await lab.balance();
  const usedKeys: unknown[] = [];
  lab.order = (call, response) => {
    usedKeys.push(call.headers.authorization);
    if (usedKeys.length === 1) return sendJson(response, 500, { message: 'broken' });
    return accept(call, response);
  };
  expect((await song()).json.code).toBe('success');
  expect(new Set(usedKeys).size).toBe(2);
  expect(before - (await lab.balance())).toBe(50_000);
  const { rows } = await lab.booked();
  expect(JSON.parse(rows.at(-1)?.other ?? '').admin_info.use_channel).toHaveLength(2);
});

test('an order goes on when the budget of a channel is used up', async () => {
  const budget = { resource: 'quota', amount: 60_000, window: 'day' } as const;
  const enabled = lab.ctx.db
    .selectFrom('channels')
    .select('id')
    .where('type', '=', 36)
    .where('status', '=', 1);
  const channels = await enabled.execute();
  for (const { id } of channels)
    await lab.as('admin').get(createLimit, { scope: 'channel', scope_id: id, ...budget });
  const orders = [];
  for (const _ of [...channels, 'one more']) {
    const { json } = await song();
    orders.push(json.error?.code ?? json.code);
  }
  expect(orders).toEqual([...channels.map(() => 'success'), 'channels_full']);
  const { rows } = await lab.booked();
  const used = rows.slice(-channels.length).map(({ channel_id }) => channel_id);
  expect(used.toSorted()).toEqual(channels.map(({ id }) => id).toSorted());
});
