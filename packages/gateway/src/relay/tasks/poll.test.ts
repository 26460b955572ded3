import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollDrawings, pollSongs } from '../../jobs/poll-tasks.ts';
import { findBalance } from '../../ledger/post.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { sendJson } from '../../testing/upstream.ts';

const HOUR_MS = 3_600_000;

describeDatabases('work that does not succeed', (database) => {
  let lab: TaskLab;
  beforeAll(async () => {
    lab = await startTaskLab({ database: await database.create(), quota: 10_000_000 });
  });
  afterAll(() => lab.close());

  const draw = async () =>
    (await lab.call('POST', '/mj/submit/imagine', { prompt: 'x' })).json.result as string;
  const sing = async () => (await lab.call('POST', '/suno/submit/music', {})).json.data as string;
  const drawing = async (id: string) => (await lab.call('GET', `/mj/task/${id}/fetch`)).json;
  const refunds = () => lab.ctx.db.selectFrom('entry').selectAll().where('kind', '=', 'refund').execute();
  const notes = () =>
    lab.ctx.logDb.selectFrom('logs').selectAll().where('type', '=', 4).orderBy('id', 'desc').execute();

  // @spec P5
  test('a failed drawing is refunded once when many pollers run at once', async () => {
    const before = await lab.balance();
    const id = await draw();
    expect(before - (await lab.balance())).toBe(50_000);
    lab.works.set(id, { id, status: 'FAILURE', failReason: 'banned prompt' });
    await Promise.all(Array.from({ length: 8 }, () => pollDrawings.run(lab.ctx)));
    await lab.pollOnce();
    await lab.pollOnce();
    expect(await drawing(id)).toMatchObject({
      status: 'FAILURE',
      progress: '100%',
      failReason: 'banned prompt',
    });
    expect(await lab.balance()).toBe(before);
    const [note] = await notes();
    expect(note).toMatchObject({
      content: `构图失败 ${id}，补偿 ＄0.100000 额度`,
      quota: 50_000,
      user_id: lab.payer.id,
    });
    expect(JSON.parse(note?.other ?? '')).toMatchObject({ event: 'task_refund', task_id: id });
    const actions = await lab.ctx.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'task.refund')
      .execute();
    expect(actions).toHaveLength(1);
  });

  // @spec P5
  test('a failed song is refunded to the user and to the key that paid', async () => {
    const key = await lab.token({ name: 'small', unlimited_quota: false, remain_quota: 80_000 });
    const token = await lab.ctx.db
      .selectFrom('tokens')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const left = async () =>
      (await findBalance(lab.ctx.db, { ownerType: 'token', ownerId: token.id }))?.balance;
    const { json } = await lab.call('POST', '/suno/submit/music', {}, { authorization: `Bearer ${key}` });
    await lab.ctx.ledger.settled();
    expect(await left()).toBe(30_000);
    lab.works.set(json.data, { task_id: json.data, status: 'FAILURE', fail_reason: 'out of tune' });
    await Promise.all(Array.from({ length: 4 }, () => pollSongs.run(lab.ctx)));
    await lab.pollOnce();
    expect(await left()).toBe(80_000);
    expect((await notes())[0]?.content).toBe(`异步任务执行失败 ${json.data}，补偿 ＄0.100000 额度`);
    expect((await refunds()).filter(({ account }) => account === token.id * 4 + 1)).toHaveLength(1);
  });

  test('an order keeps any characters of request and response, and a failed one is refunded', async () => {
    const before = await lab.balance();
    const prompt = 'a fox \u0000 "red" \\ 🦊 \ud83d';
    const storedText = 'a fox \ufffd "red" \\ 🦊 \ufffd';
    const reason = `no \u0000 ${'🦊'.repeat(600)}`;
    const order = { prompt, state: '🦊'.repeat(200) };
    const id = (await lab.call('POST', '/mj/submit/imagine', order)).json.result as string;
    const song = (await lab.call('POST', '/suno/submit/music', { prompt })).json.data as string;
    const buttons = [{ label: '\u0000 🦊' }];
    lab.works.set(id, { id, status: 'FAILURE', failReason: reason, promptEn: prompt, buttons });
    lab.works.set(song, { task_id: song, status: 'FAILURE', fail_reason: reason, data: buttons });
    await lab.pollOnce();
    expect(await drawing(id)).toMatchObject({
      status: 'FAILURE',
      prompt: storedText,
      promptEn: storedText,
      buttons,
    });
    expect((await drawing(id)).failReason).toMatch(/^no \ufffd (🦊)+$/u);
    const items = (await lab.call('GET', `/suno/fetch/${song}`)).json.data;
    expect(items).toMatchObject({ status: 'FAILURE', data: buttons });
    expect(items.fail_reason).toMatch(/^no \ufffd (🦊)+$/u);
    expect(await lab.balance()).toBe(before);
  });

  test('a list of ids of any kind returns the existing tasks', async () => {
    const [id, song] = [await draw(), await sing()];
    lab.works.set(id, { id, status: 'SUCCESS' });
    lab.works.set(song, { task_id: song, status: 'SUCCESS' });
    await lab.pollOnce();
    const ids = [{ toString: 1 }, null, 'a\u0000', '🦊', `${id} `, ` ${song}`];
    const drawings = await lab.call('POST', '/mj/task/list-by-condition', { ids });
    expect(drawings.json.map((each: { id: string }) => each.id)).toEqual([id]);
    const songs = await lab.call('POST', '/suno/fetch', { ids });
    expect(songs.json.data.map((each: { task_id: string }) => each.task_id)).toEqual([song]);
    expect((await drawing(`${id}%20`)).id).toBe(id);
    for (const path of ['/mj/task/%00/fetch', '/mj/task/%00/image-seed', '/mj/image/%00', '/suno/fetch/a%00'])
      expect([path, (await lab.call('GET', path)).status]).toEqual([path, 400]);
    expect((await lab.call('POST', '/mj/notify', { id: '\u0000' })).status).toBe(400);
  });

  test('a successful task is never refunded', async () => {
    const id = await draw();
    lab.works.set(id, { id, status: 'SUCCESS', failReason: 'a warning' });
    await lab.pollOnce();
    const after = await lab.balance();
    lab.works.set(id, { id, status: 'FAILURE', failReason: 'changed my mind' });
    lab.wait(2 * HOUR_MS);
    await lab.pollOnce();
    expect(await drawing(id)).toMatchObject({ status: 'SUCCESS', progress: '100%' });
    expect(await lab.balance()).toBe(after);
  });

  test('a drawing fails after an hour, and a song after a day', async () => {
    const before = await lab.balance();
    const [id, song] = [await draw(), await sing()];
    lab.wait(HOUR_MS - 60_000);
    await lab.pollOnce();
    expect((await drawing(id)).status).toBe('IN_PROGRESS');
    lab.wait(120_000);
    await lab.pollOnce();
    expect(await drawing(id)).toMatchObject({ status: 'FAILURE', failReason: '上游任务超时（超过1小时）' });
    expect(before - (await lab.balance())).toBe(50_000);
    lab.wait(24 * HOUR_MS);
    await lab.pollOnce();
    expect((await lab.call('GET', `/suno/fetch/${song}`)).json.data).toMatchObject({
      status: 'FAILURE',
      progress: '100%',
    });
    expect(await lab.balance()).toBe(before);
  });

  test('a silent provider delays no other and fails no task', async () => {
    const id = await draw();
    const { script } = lab.upstream;
    lab.upstream.script = (_, response) => sendJson(response, 500, 'no');
    await lab.pollOnce();
    expect((await drawing(id)).status).toBe('SUBMITTED');
    lab.upstream.script = script;
    lab.works.set(id, { id, status: 'SUCCESS' });
    await lab.pollOnce();
    expect((await drawing(id)).status).toBe('SUCCESS');
  });

  test('a task fails when its channel is deleted', async () => {
    const channelId = await lab.channel({ type: 36, models: 'suno_music', key: 'suno-gone-1', priority: 9 });
    const before = await lab.balance();
    const song = await sing();
    await lab.ctx.db.deleteFrom('channels').where('id', '=', channelId).execute();
    await lab.ctx.db.deleteFrom('abilities').where('channel_id', '=', channelId).execute();
    lab.ctx.revisions.announce('channels');
    await lab.pollOnce();
    expect((await lab.call('GET', `/suno/fetch/${song}`)).json.data.fail_reason).toContain(
      `渠道ID：${channelId}`,
    );
    expect(await lab.balance()).toBe(before);
  });

  test("an order is refunded after 15 minutes when its process died before the provider's id came", async () => {
    const before = await lab.balance();
    const id = await draw();
    // The state after a killed process: a row without the provider's id, and a call charged by recovery.
    const row = await lab.ctx.db
      .selectFrom('midjourneys')
      .select('id')
      .where('mj_id', '=', id)
      .executeTakeFirstOrThrow();
    await lab.ctx.db
      .updateTable('midjourneys')
      .set({ mj_id: '', status: '' })
      .where('id', '=', row.id)
      .execute();
    await lab.ctx.db
      .updateTable('pending_tasks')
      .set({ lease_until: lab.ctx.now() + 900_000 })
      .where('row_id', '=', row.id)
      .where('platform', '=', 'mj')
      .execute();
    await lab.pollOnce();
    expect(before - (await lab.balance())).toBe(50_000);
    lab.wait(900_001);
    await lab.pollOnce();
    expect(await lab.balance()).toBe(before);
    expect(
      await lab.ctx.db
        .selectFrom('pending_tasks')
        .select('id')
        .where('row_id', '=', row.id)
        .where('platform', '=', 'mj')
        .execute(),
    ).toEqual([]);
  });

  test('rows of a killed poller are polled by the next one when the lease expires', async () => {
    const id = await draw();
    lab.works.set(id, { id, status: 'SUCCESS' });
    await lab.ctx.db
      .updateTable('pending_tasks')
      .set({ holder: 'dead', lease_until: lab.ctx.now() + 300_000 })
      .execute();
    await lab.pollOnce();
    expect((await drawing(id)).status).toBe('SUBMITTED');
    lab.wait(300_001);
    await lab.pollOnce();
    expect((await drawing(id)).status).toBe('SUCCESS');
  });

  test('a channel without an account is disabled, and its order goes to another', async () => {
    await lab.option('AutomaticDisableChannelEnabled', true);
    await lab.option('RetryTimes', 1);
    const empty = await lab.channel({ type: 5, models: 'mj_imagine', key: 'mj-empty-secret-1', priority: 9 });
    const { order } = lab;
    lab.order = (call, response) =>
      call.headers['mj-api-secret'] === 'mj-empty-secret-1'
        ? sendJson(response, 200, { code: 3, description: 'No available account instance' })
        : order(call, response);
    expect(await draw()).toMatch(/^task-/);
    const { status } = await lab.ctx.db
      .selectFrom('channels')
      .select('status')
      .where('id', '=', empty)
      .executeTakeFirstOrThrow();
    expect(status).toBe(3);
  });
});
