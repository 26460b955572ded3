import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../../../testing/databases.ts';
import { deleteBefore } from '../../../testing/logs.ts';
import { type NewLogRow, record } from './logs.ts';

describeDatabases('usage log', (database) => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.dispose());

  test('a row that is sent several times is written and counted once', async () => {
    const rows = [row('a', { quota: 10 }), row('b', { quota: 5 }), row('c', { quota: 1, channel_id: 9 })];
    await record(opened.logDb, rows);
    await record(opened.logDb, rows);
    await record(opened.logDb, [row('c', { quota: 1, channel_id: 9 }), row('d', { quota: 100 })]);

    expect((await logs()).map(({ request_id, quota }) => [request_id, quota])).toEqual([
      ['a', 10],
      ['b', 5],
      ['c', 1],
      ['d', 100],
    ]);
    expect(await hours()).toEqual([
      expect.objectContaining({ user_id: 1, count: 4, quota: 116, token_used: 28 }),
    ]);
    expect(await channels()).toEqual([
      { channel_id: 3, quota: 115 },
      { channel_id: 9, quota: 1 },
    ]);
  });

  test('the same row sent twice in one batch is one row', async () => {
    await record(opened.logDb, [row('a', { quota: 10 }), row('a', { quota: 10 })]);

    expect(await logs()).toHaveLength(1);
    expect(await hours()).toEqual([expect.objectContaining({ count: 1, quota: 10 })]);
  });

  test('the row of a charge replaces that of a failure of the same call, in either order', async () => {
    const failed = (request_id: string) =>
      row(request_id, { type: 5, content: 'failed', model_name: 'typo' });
    await record(opened.logDb, [failed('a'), failed('c')]);
    await record(opened.logDb, [row('a', { quota: 10 }), row('b', { quota: 5 })]);
    await record(opened.logDb, [failed('b')]);

    expect((await logs()).map(({ request_id, type, quota }) => [request_id, type, quota]).sort()).toEqual([
      ['a', 2, 10],
      ['b', 2, 5],
      ['c', 5, 0],
    ]);
    expect(await hours()).toEqual([expect.objectContaining({ count: 2, quota: 15 })]);
  });

  test('the name of a model that only failed calls bear is known when a channel was tried', async () => {
    const failed = { type: 5, quota: 0 };
    await record(opened.logDb, [
      row('a', { ...failed, model_name: 'invented', channel_id: 0 }),
      row('b', { ...failed, model_name: 'broken' }),
    ]);
    const names = await opened.logDb.selectFrom('log_model_names').select('model_name').execute();
    expect(names).toEqual([{ model_name: 'broken' }]);
  });

  test('hours, users and models have separate sums; only consumption counts', async () => {
    await record(opened.logDb, [
      row('a', { created_at: 7199, quota: 1 }),
      row('b', { created_at: 7200, quota: 2 }),
      row('c', { created_at: 7200, quota: 4, model_name: 'other' }),
      row('d', { created_at: 7200, quota: 8, user_id: 2, username: 'eve' }),
      row('e', { created_at: 7200, quota: 16, type: 1 }),
    ]);

    const sums = (await hours()).map(({ user_id, model_name, created_at, quota }) => [
      user_id,
      model_name,
      created_at,
      quota,
    ]);
    expect(sums.sort()).toEqual([
      [1, 'm', 3600, 1],
      [1, 'm', 7200, 2],
      [1, 'other', 7200, 4],
      [2, 'm', 7200, 8],
    ]);
    expect(await channels()).toEqual([{ channel_id: 3, quota: 15 }]);
  });

  test('hundreds of rows at once keep their values', async () => {
    const rows = Array.from({ length: 215 }, (_, index) =>
      row(`r${index}`, { quota: index, other: `{"n":${index}}` }),
    );
    await record(opened.logDb, rows);

    const written = await logs();
    expect(written).toHaveLength(215);
    for (const { request_id, quota, other } of written) {
      expect([`r${quota}`, `{"n":${quota}}`]).toEqual([request_id, other]);
    }
  });

  test('a name that no database can store as it is does not block the others', async () => {
    const content = `zero \u0000 and half \ud800 a character ${'x'.repeat(9000)}`;
    await record(opened.logDb, [
      row('a', { content, model_name: 'm'.repeat(400), use_time: 1.5 }),
      row('b', {}),
    ]);

    const [first] = await logs();
    expect(first?.content).toContain('zero \ufffd and half \ufffd a character');
    expect([first?.content.length, first?.model_name.length, first?.use_time]).toEqual([4096, 255, 2]);
    expect(await logs()).toHaveLength(2);
  });

  test('concurrent writers add to the same sums without losing any', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        record(
          opened.logDb,
          Array.from({ length: 10 }, (_, index) => row(`${writer}-${index}`, { quota: 1 })),
        ),
      ),
    );

    expect(await hours()).toEqual([expect.objectContaining({ count: 200, quota: 200 })]);
    expect(await channels()).toEqual([{ channel_id: 3, quota: 200 }]);
  });

  test('sums stay when old rows are deleted', async () => {
    await record(opened.logDb, [
      row('a', { created_at: 100, quota: 1 }),
      row('b', { created_at: 200, quota: 2 }),
    ]);

    expect(await deleteBefore(opened.logDb, 200)).toBe(1);
    expect((await logs()).map(({ request_id }) => request_id)).toEqual(['b']);
    expect(await channels()).toEqual([{ channel_id: 3, quota: 3 }]);
  });

  test('an unlogged call that is sent several times counts in the sums once and has no row', async () => {
    const rows = [row('a', { quota: 10, unlogged: true }), row('b', { quota: 5 })];
    await record(opened.logDb, rows);
    await record(opened.logDb, rows);
    await record(opened.logDb, [
      row('a', { quota: 10, unlogged: true }),
      row('c', { quota: 1, unlogged: true }),
    ]);

    expect((await logs()).map(({ request_id }) => request_id)).toEqual(['b']);
    expect(await hours()).toEqual([expect.objectContaining({ count: 3, quota: 16 })]);
    expect(await channels()).toEqual([{ channel_id: 3, quota: 16 }]);
    await deleteBefore(opened.logDb, 4000);
    expect(await opened.logDb.selectFrom('unlogged_calls').selectAll().execute()).toEqual([]);
  });

  const logs = () => opened.logDb.selectFrom('logs').selectAll().orderBy('id').execute();
  const hours = () => opened.logDb.selectFrom('quota_data').selectAll().execute();
  const channels = () => opened.logDb.selectFrom('channel_usage').selectAll().orderBy('channel_id').execute();
});

function row(request_id: string, changes: Partial<NewLogRow>): NewLogRow {
  return {
    request_id,
    user_id: 1,
    created_at: 3600,
    type: 2,
    username: 'ann',
    model_name: 'm',
    channel_id: 3,
    prompt_tokens: 5,
    completion_tokens: 2,
    ...changes,
  };
}
