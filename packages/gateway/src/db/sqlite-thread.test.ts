import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { findDatabaseMoved } from '../core/database-moved.ts';
import { record } from '../modules/usage/repository/logs.ts';
import { insertMany } from './bulk.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { LOOK_MS } from './open-file.ts';
import { isDuplicateKey } from './portable.ts';
import type { LogDb, LogSchema } from './schema.ts';
import { startSqliteThread } from './sqlite-thread.ts';

test('rows written to SQLite reach the database file without work in a commit', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const connection = await connect({ dataDir });
  const file = join(dataDir, 'tollgate.db');
  await migrate(connection);
  const before = statSync(file).size;

  const { stop } = await startSqliteThread({ checkpointed: [connection.address, connection.logAddress] });
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before), { timeout: 10_000 });

  await stop();
  await connection.close();
  rmSync(dataDir, { recursive: true });
});

test('database servers need no checkpoints', async () => {
  const address = { kind: 'postgres', url: 'postgres://unknown@127.0.0.1:1/none' } as const;
  const thread = await startSqliteThread({ checkpointed: [address], written: address });
  expect(thread.openWriter()).toBeUndefined();
  await thread.stop();
});

test('a worker that is stopped right after its start does not end the process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const connection = await connect({ dataDir });
  await migrate(connection);
  for (let round = 0; round < 10; round++) {
    const { stop } = await startSqliteThread({ checkpointed: [connection.address, connection.logAddress] });
    await stop();
  }
  await connection.close();
  rmSync(dataDir, { recursive: true });
});

describe('the writer of a thread', () => {
  async function open() {
    const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
    const connection = await connect({ dataDir });
    await migrate(connection);
    const thread = await startSqliteThread({ checkpointed: [], written: connection.logAddress });
    const writer = thread.openWriter<LogSchema>() as LogDb;
    const insert = (request_id: string) =>
      writer.insertInto('unlogged_calls').values({ request_id, created_at: 1, quota: 1 }).execute();
    const ids = async () => {
      const rows = await connection.logDb.selectFrom('unlogged_calls').select('request_id').execute();
      return rows.map(({ request_id }) => request_id);
    };
    const close = async () => {
      await writer.destroy();
      await thread.stop();
      await connection.close();
      rmSync(dataDir, { recursive: true });
    };
    return { connection, thread, writer, insert, ids, close };
  }

  test('keeps what a transaction wrote, and nothing of one that failed', async () => {
    const { writer, ids, insert, close } = await open();
    await writer.transaction().execute(async (tx) => {
      await tx.insertInto('unlogged_calls').values({ request_id: 'a', created_at: 1, quota: 1 }).execute();
      await tx.insertInto('unlogged_calls').values({ request_id: 'b', created_at: 1, quota: 1 }).execute();
    });
    const failed = writer.transaction().execute(async (tx) => {
      await tx.insertInto('unlogged_calls').values({ request_id: 'c', created_at: 1, quota: 1 }).execute();
      await tx.insertInto('unlogged_calls').values({ request_id: 'a', created_at: 1, quota: 1 }).execute();
    });
    await expect(failed).rejects.toSatisfy(isDuplicateKey);
    await insert('d');
    expect((await ids()).sort()).toEqual(['a', 'b', 'd']);
    await close();
  });

  test('gets a batch of rows with their sums in one message', async () => {
    const { connection, writer, close } = await open();
    const send = vi.spyOn(Worker.prototype, 'postMessage');
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      request_id: `batch-${index}`,
      ...{ user_id: 1, type: 2, quota: 3, created_at: 3600, model_name: 'a-model' },
    }));
    await record(writer, rows);
    const batches = send.mock.calls.filter(([request]) => Array.isArray(request[2]));
    expect(batches).toHaveLength(1);
    send.mockRestore();
    const hours = await connection.logDb.selectFrom('model_hours').select(['count', 'quota']).execute();
    expect(hours).toEqual([{ count: 1000, quota: 3000 }]);
    await close();
  });

  test('keeps nothing of a batch with a row that is there, but the row', async () => {
    const { writer, ids, close } = await open();
    const write = (...names: string[]) =>
      writer.transaction().execute((tx) =>
        insertMany(
          tx,
          insertUnlogged,
          names.map((name) => [name, 1, 1]),
        ),
      );
    await write('a');
    await expect(write('b', 'c', 'd', 'e', 'a')).rejects.toSatisfy(isDuplicateKey);
    await write('f');
    expect((await ids()).sort()).toEqual(['a', 'f']);
    await close();
  });

  test('writes rows outside of a transaction at once', async () => {
    const { writer, ids, close } = await open();
    await insertMany(writer, insertUnlogged, [['a', 1, 1]]);
    expect(await ids()).toEqual(['a']);
    await close();
  });

  test('waits while another connection writes', async () => {
    const { connection, ids, insert, close } = await open();
    let written: Promise<unknown> | undefined;
    await connection.logDb.transaction().execute(async (tx) => {
      await tx.insertInto('unlogged_calls').values({ request_id: 'a', created_at: 1, quota: 1 }).execute();
      written = insert('b');
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await written;
    expect((await ids()).sort()).toEqual(['a', 'b']);
    await close();
  });

  test('refuses to write to a file that was moved', async () => {
    const { connection, insert, close } = await open();
    await insert('a');
    const { file } = connection.logAddress as { file: string };
    renameSync(file, `${file}.moved`);
    await new Promise((resolve) => setTimeout(resolve, 2 * LOOK_MS));
    await expect(insert('b')).rejects.toSatisfy((error) => findDatabaseMoved(error) !== undefined);
    await close();
  });

  test('continues without the thread when that has ended', async () => {
    const { thread, insert, ids, close } = await open();
    await Promise.all([insert('a'), insert('b')]);
    await thread.stop();
    await insert('c');
    expect((await ids()).sort()).toEqual(['a', 'b', 'c']);
    await close();
  });
});

const insertUnlogged = { table: 'unlogged_calls', columns: ['request_id', 'created_at', 'quota'] };
