import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import type { UntypedDb } from '../../db/portable.ts';
import { describeDatabases, type FreshDatabase } from '../../testing/databases.ts';
import { LOGGED_AT, makeNewApi } from '../../testing/foreign-new-api.ts';
import { createForeign, fillForeign } from '../../testing/foreign-tables.ts';
import { applyCommand, exportCommand, planCommand } from '../declared.ts';
import { importCommand } from './import.ts';

const HOUR = 3600;

describeDatabases('the report of an import', (database) => {
  let source: FreshDatabase;
  let target: FreshDatabase;
  let folder = '';
  let output = '';
  beforeEach(async () => {
    [source, target] = [await database.createEmpty(), await database.create()];
    folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
    output = '';
    const collect = (text: string | Uint8Array) => {
      output += String(text);
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(collect);
    vi.spyOn(process.stderr, 'write').mockImplementation(collect);
    await withSource((db) => makeNewApi(db, 'https://provider.test'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await Promise.all([source.dispose(), target.dispose()]);
  });

  async function withSource(work: (db: UntypedDb) => Promise<void>): Promise<void> {
    const { db, close } = await connect(source.options);
    await work(db as unknown as UntypedDb);
    await close();
  }

  const config = () =>
    readConfig({ DATA_DIR: target.options.dataDir, DATABASE_URL: target.options.databaseUrl });
  const take = () => {
    const address = source.options.databaseUrl ?? `sqlite:${source.options.dataDir}/tollgate.db`;
    return importCommand(config(), ['new-api', address]);
  };

  test('names each table and column that is left out, with counts and the next step', async () => {
    await withSource(async (db) => {
      for (const table of ['two_fas', 'abilities', 'own_table', 'checkins'])
        await createForeign(db, table, { id: 'int', user_id: 'int' });
      await fillForeign(db, 'two_fas', [{ id: 1 }, { id: 2 }]);
      await fillForeign(db, 'abilities', [{ id: 1 }]);
      await fillForeign(db, 'own_table', [{ id: 1 }]);
      for (const column of ['header_override', 'own_column'])
        await db.schema.alterTable('channels').addColumn(column, 'text').execute();
      await db
        .updateTable('channels')
        .set({ header_override: '{"x-team":"a"}' })
        .where('id', 'in', [3, 7])
        .execute();
      await db
        .updateTable('channels')
        .set({ header_override: '{}', own_column: 'a' })
        .where('id', '=', 4)
        .execute();
    });
    await take();
    for (const line of [
      '2 × header_override is not taken over: a channel sends no headers of its own',
      '1 × own_column is not taken over (4)',
      'two_fas: 2 rows. Next step: there is no second factor here',
      'own_table: 1 row. Next step: it is not known here: look whether you need it',
    ])
      expect(output).toContain(line);
    for (const word of ['abilities', 'checkins', 'channel_name', 'created_at is'])
      expect(output).not.toContain(word);
  });

  test('codes with an end and tokens of the group auto are named, and usage of channels is not', async () => {
    await withSource(async (db) => {
      await db.schema.alterTable('redemptions').addColumn('expired_time', 'bigint').execute();
      await db.updateTable('redemptions').set({ expired_time: 1_600_000_000 }).where('id', '=', 1).execute();
      const later = { user_id: 1, status: 1, name: 'later', quota: 5, created_time: 5 };
      await fillForeign(db, 'redemptions', [
        { ...later, id: 8, key: 'c'.repeat(32), expired_time: 4_102_444_800 },
        { ...later, id: 9, key: 'd'.repeat(32), expired_time: 0 },
      ]);
      await db.updateTable('tokens').set({ group: 'auto' }).where('id', '=', 1).execute();
    });
    await take();
    for (const line of [
      '1 × its time is over: disabled (1)',
      '1 × codes have no end here: disable it when its time is over (8 until 2100-01-01)',
      '1 × its group auto does not exist here: it uses the group of its user.',
    ])
      expect(output).toContain(line);
    expect(output).not.toContain('used_quota is not taken over');
    const { db, close } = await connect(target.options);
    const codes = await db.selectFrom('redemptions').select(['id', 'status']).orderBy('id').execute();
    const token = await db.selectFrom('tokens').select('group').where('id', '=', 1).executeTakeFirst();
    await close();
    expect(codes.map(({ id, status }) => [id, status])).toEqual([
      [1, 2],
      [2, 3],
      [3, 2],
      [8, 1],
      [9, 1],
    ]);
    expect(token).toEqual({ group: '' });
  });

  test('a row of the log without a time costs no hour but its own', async () => {
    await withSource(async (db) => {
      const row = {
        user_id: 2,
        type: 2,
        username: 'alice',
        model_name: 'gpt-4o',
        quota: 1,
        is_stream: false,
      };
      await fillForeign(db, 'logs', [{ ...row, id: 90, created_at: 0 }]);
    });
    await take();
    const { logDb, close } = await connect(target.options);
    const hours = await logDb
      .selectFrom('quota_data')
      .select(['created_at', 'quota'])
      .orderBy('created_at')
      .execute();
    await close();
    expect(hours.map(({ created_at, quota }) => [Number(created_at), Number(quota)])).toEqual([
      [0, 1],
      [LOGGED_AT - HOUR, 33],
      [LOGGED_AT, 100],
      [LOGGED_AT + HOUR, 150],
    ]);
  });

  test('of a finished one says when it was finished, and that nothing is new', async () => {
    await take();
    output = '';
    await take();
    const today = new Date().toISOString().slice(0, 10);
    expect(output).toContain(`The import from new-api was finished on ${today} `);
    expect(output).toContain('UTC: 0 new rows.');
  });

  test('is a sentence with the next step when a file was applied before', async () => {
    const path = join(folder, 'tollgate.yaml');
    writeFileSync(path, 'version: 1\noptions: { SystemName: Ours }\n');
    await applyCommand(config(), [path]);
    await expect(take()).rejects.toThrow(
      /^A file was applied to this gateway.* run tollgate apply afterwards\.$/,
    );
  });

  test('what was taken over is exported as a file that plan accepts', async () => {
    await take();
    const path = join(folder, 'tollgate.yaml');
    await exportCommand(config(), [path]);
    expect(output).toContain('Left out: channel later type (no provider has the number 55');
    const text = readFileSync(path, 'utf8');
    for (const line of text.matchAll(/env:(\w+)$/gm)) vi.stubEnv(line[1] ?? '', 'secret');
    expect(text).toContain('# Left out: channel metadata (');
    expect(text).toContain('name: works');
    await planCommand(config(), [path]);
    await expect(exportCommand(config(), [path])).rejects.toThrow(
      'exists. Name another file, or add --force',
    );
    await exportCommand(config(), [path, '--force']);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
