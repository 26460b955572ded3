import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ReadAccess, Reader } from '../../core/context.ts';
import { record } from '../../modules/usage/repository/logs.ts';
import { describeDatabases, type OpenDatabase } from '../../testing/databases.ts';
import { type OpenReads, openReads } from './open-reads.ts';

/** A query that never ends, on every database. */
const endless = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n > 0)
  select count(*) from numbers`;
const minutes = {
  sqlite: endless,
  postgres: sql`select pg_sleep(600)`,
  mysql: sql`select sleep(600)`,
} as const;
const row = { user_id: 1, created_at: 5, type: 2, model_name: 'm', channel_id: 1, username: 'ana' };

describeDatabases("reads outside of the relay's thread", (database) => {
  const longRead = minutes[database.kind];
  const withReads = async (
    work: (reads: OpenReads, opened: OpenDatabase, open: (reader?: Partial<Reader>) => ReadAccess) => unknown,
  ) => {
    const opened = await database.open();
    const reads = openReads(opened, { processes: true });
    try {
      await work(reads, opened, (reader) => reads.accessFor({ name: 'ana', ...reader }));
    } finally {
      reads.close();
      await opened.dispose();
    }
  };

  test('a reader sees a row as soon as it is committed', () =>
    withReads(async (_, { logDb }, open) => {
      const { logReader } = open();
      const ids = () => logReader.selectFrom('logs').select('request_id').execute();
      expect(await ids()).toEqual([]);
      await record(logDb, [{ ...row, request_id: 'first' }]);
      expect(await ids()).toEqual([{ request_id: 'first' }]);
    }));

  test('a statement is ended with a sentence when it takes too long', () =>
    withReads(async (_, __, open) => {
      const { reader } = open({ limitMs: 300 });
      await expect(longRead.execute(reader)).rejects.toMatchObject({ code: 'read_too_long' });
    }));

  test('readers continue after a statement was ended', () =>
    withReads(async (_, __, open) => {
      await longRead.execute(open({ limitMs: 300 }).reader).catch(() => {});
      expect((await sql<{ n: number }>`select 1 as n`.execute(open().reader)).rows).toEqual([{ n: 1 }]);
    }));

  test('a statement frees its slot when its requester leaves', () =>
    withReads(async (_, __, open) => {
      const leaving = new AbortController();
      const left = Promise.allSettled(
        [1, 2].map(() => longRead.execute(open({ signal: leaving.signal }).reader)),
      );
      const waiting = sql<{ n: number }>`select 1 as n`.execute(open().reader);
      setTimeout(() => leaving.abort(), 50);
      const isBusy = { status: 'rejected', reason: expect.objectContaining({ code: 'reads_busy' }) };
      expect(await left).toEqual([isBusy, isBusy]);
      expect((await waiting).rows).toEqual([{ n: 1 }]);
    }));

  test('other requesters continue to read when one has long statements', () =>
    withReads(async (_, __, open) => {
      const long = [1, 2, 3].map(() =>
        longRead.execute(open({ limitMs: 3000 }).reader).catch((error: unknown) => error),
      );
      const other = open({ name: 'bob' }).reader;
      expect((await sql<{ n: number }>`select 1 as n`.execute(other)).rows).toEqual([{ n: 1 }]);
      const pending = Symbol('pending');
      expect(await Promise.race([...long, pending])).toBe(pending);
      await Promise.all(long);
    }));
});
