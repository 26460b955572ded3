import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pollDrawings } from '../../jobs/poll-tasks.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { type Script, sendJson } from '../../testing/upstream.ts';

const MINUTE_MS = 60_000;

describeDatabases('pollers of two gateways', (database) => {
  let lab: TaskLab;
  let script: Script;
  /** Requests of pollers that wait for an answer, by their path. */
  let waiting: { path: string; answer(work: object): unknown }[];
  beforeAll(async () => {
    lab = await startTaskLab({ database: await database.create(), quota: 10_000_000 });
    script = lab.upstream.script;
  });
  afterAll(() => lab.close());
  beforeEach(() => {
    waiting = [];
    lab.upstream.calls.length = 0;
  });
  afterEach(async () => {
    vi.useRealTimers();
    lab.upstream.script = script;
    for (const { answer } of waiting) answer({});
    await lab.ctx.db.deleteFrom('pending_tasks').execute();
  });

  /** Returns the context of another process on the same database, with its own poll slots. */
  const otherGateway = () => ({ ...lab.ctx, outbound: { ...lab.ctx.outbound } });
  const drawing = async (id: string) => (await lab.call('GET', `/mj/task/${id}/fetch`)).json;
  const polls = (path: string) => lab.upstream.calls.filter((call) => call.path.startsWith(path)).length;

  /** Leaves requests under a path unanswered. */
  function silence(path: string) {
    lab.upstream.script = (call, response) => {
      if (!call.path.startsWith(path) || !call.path.endsWith('/list-by-condition'))
        return script(call, response);
      waiting.push({
        path: call.path,
        answer: (work) => response.headersSent || sendJson(response, 200, [work]),
      });
    };
  }

  /** Inserts a pending task of a new channel. Returns the id of the channel. */
  async function orderAt(path: string, name: string): Promise<number> {
    const base_url = `${lab.upstream.url}${path}`;
    const channelId = await lab.channel({ type: 2, models: 'mj_blend', key: `mj-${name}`, base_url });
    await addWork(channelId, name);
    return channelId;
  }

  async function addWork(channel_id: number, mj_id: string): Promise<void> {
    const { db } = lab.ctx;
    const work = {
      user_id: lab.payer.id,
      mj_id,
      channel_id,
      status: 'SUBMITTED',
      submit_time: lab.ctx.now(),
    };
    await db.insertInto('midjourneys').values(work).execute();
    const { id } = await db
      .selectFrom('midjourneys')
      .select('id')
      .where('mj_id', '=', mj_id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('pending_tasks')
      .values({ platform: 'mj', row_id: id, request_id: `call-${mj_id}` })
      .execute();
  }

  test('a late answer does not undo the end that another gateway wrote', async () => {
    silence('/late');
    await orderAt('/late', 'late-1');
    const late = pollDrawings.run(lab.ctx);
    await expect.poll(() => waiting.length).toBe(1);
    lab.wait(10 * MINUTE_MS);
    const other = pollDrawings.run(otherGateway());
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.answer({ id: 'late-1', status: 'SUCCESS', progress: '100%' });
    await other;
    waiting[0]?.answer({ id: 'late-1', status: 'IN_PROGRESS', progress: '10%' });
    await late;
    expect(await drawing('late-1')).toMatchObject({ status: 'SUCCESS', progress: '100%' });
  });

  test('a late answer does not overwrite the progress that another gateway wrote', async () => {
    silence('/progress');
    await orderAt('/progress', 'progress-1');
    const late = pollDrawings.run(lab.ctx);
    await expect.poll(() => waiting.length).toBe(1);
    lab.wait(10 * MINUTE_MS);
    const other = pollDrawings.run(otherGateway());
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.answer({ id: 'progress-1', status: 'IN_PROGRESS', progress: '80%' });
    await other;
    waiting[0]?.answer({ id: 'progress-1', status: 'SUBMITTED', progress: '10%' });
    await late;
    expect(await drawing('progress-1')).toMatchObject({ status: 'IN_PROGRESS', progress: '80%' });
  });

  test('a row is polled by one gateway while its provider is silent for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    silence('/held');
    await orderAt('/held', 'held-1');
    const first = pollDrawings.run(lab.ctx);
    await expect.poll(() => waiting.length).toBe(1);
    lab.wait(10 * MINUTE_MS);
    vi.advanceTimersByTime(MINUTE_MS);
    const lease = () =>
      lab.ctx.db.selectFrom('pending_tasks').select('lease_until').executeTakeFirstOrThrow();
    await expect.poll(async () => (await lease()).lease_until).toBeGreaterThan(lab.ctx.now());
    await pollDrawings.run(otherGateway());
    expect(waiting).toHaveLength(1);
    waiting[0]?.answer({});
    await first;
  });

  test('a drawing ends while thirteen other providers are silent', async () => {
    silence('/dead');
    for (let number = 0; number < 13; number += 1) await orderAt('/dead', `dead-${number}`);
    await orderAt('/alive', 'alive-1');
    lab.upstream.script = (
      (silent) => (call, response) =>
        call.path.startsWith('/alive')
          ? sendJson(response, 200, [{ id: 'alive-1', status: 'SUCCESS' }])
          : silent(call, response)
    )(lab.upstream.script);
    const round = pollDrawings.run(lab.ctx);
    await expect.poll(async () => (await drawing('alive-1')).status, { timeout: 9000 }).toBe('SUCCESS');
    await expect.poll(() => waiting).toHaveLength(13);
    for (const { answer } of waiting) answer({});
    await round;
  });

  test('a silent channel is skipped by the next turn, which polls the others', async () => {
    silence('/busy');
    const channelId = await orderAt('/busy', 'busy-1');
    const first = pollDrawings.run(lab.ctx);
    await expect.poll(() => waiting.length).toBe(1);
    await addWork(channelId, 'busy-2');
    await orderAt('/other', 'other-1');
    await pollDrawings.run(lab.ctx);
    expect([polls('/busy'), polls('/other')]).toEqual([1, 1]);
    waiting[0]?.answer({});
    await first;
    const third = pollDrawings.run(lab.ctx);
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.answer({});
    await third;
  });
});
