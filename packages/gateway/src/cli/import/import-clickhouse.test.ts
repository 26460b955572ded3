import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import type { UntypedDb } from '../../db/portable.ts';
import { closeHours } from '../../modules/usage/repository/clickhouse/close-hours.ts';
import { sum } from '../../modules/usage/repository/log-queries.ts';
import { describeClickhouse } from '../../testing/clickhouse/describe-clickhouse.ts';
import type { FreshDatabase } from '../../testing/databases.ts';
import { LOGGED_AT, makeNewApi } from '../../testing/foreign-new-api.ts';
import { fillForeign } from '../../testing/foreign-tables.ts';
import { importCommand } from './import.ts';
import { hourStep } from './take-logs.ts';

const now = Math.floor(Date.now() / 1000);
const HOUR = 3600;

describeClickhouse('an import', (clickhouse) => {
  let folder: string;
  let target: FreshDatabase;
  let output = '';
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-source-'));
    target = await clickhouse.create();
    output = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
    const { db, close } = await connect({ dataDir: folder });
    const source = db as unknown as UntypedDb;
    await makeNewApi(source, 'http://127.0.0.1:9');
    const hour = { user_id: 2, username: 'alice', model_name: 'gpt-4o', count: 2, token_used: 30 };
    const created_at = LOGGED_AT - 2 * HOUR;
    await fillForeign(source, 'quota_data', [
      { ...hour, id: 3, created_at, quota: 7 },
      { ...hour, id: 4, created_at, quota: 8 },
    ]);
    await close();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await target.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const take = () => {
    const { dataDir, logDatabaseUrl } = target.options;
    const config = readConfig({ DATA_DIR: dataDir, LOG_DATABASE_URL: logDatabaseUrl });
    return importCommand(config, ['new-api', join(folder, 'tollgate.db')]);
  };

  async function readUsage() {
    const { logDb, close } = await connect(target.options);
    const hours = await logDb
      .selectFrom('quota_data')
      .select(['created_at', 'count', 'token_used', 'quota'])
      .where('created_at', '>', 0)
      .orderBy('created_at')
      .execute();
    const [channel] = await logDb
      .selectFrom('channel_usage')
      .select('quota')
      .where('channel_id', '=', 3)
      .execute();
    const rows = await logDb.selectFrom('logs').select('request_id').orderBy('request_id').execute();
    const { quota } = await sum(logDb, {}, now);
    await closeHours(logDb, now);
    await close();
    return {
      hours: hours.map((row) => [Number(row.created_at) - LOGGED_AT, Number(row.quota)]),
      channel: Number(channel?.quota),
      rows: rows.map(({ request_id }) => request_id),
      quota,
    };
  }

  const expected = {
    hours: [
      [-2 * HOUR, 15],
      [-HOUR, 33],
      [0, 100],
      [HOUR, 150],
    ],
    channel: 77_000,
    rows: ['new-api-1', 'new-api-2', 'new-api-3'],
    quota: 250,
  };

  test('takes rows, hours from before them and totals of channels, and a second one changes nothing', async () => {
    await take();
    expect(output).toContain('The books add up.');
    expect(await readUsage()).toEqual(expected);
    await take();
    expect(await readUsage()).toEqual(expected);
  });

  test('that was interrupted goes on, also when a gateway has counted hours before', async () => {
    const { logDb, close } = await connect(target.options);
    await closeHours(logDb, now);
    await close();
    const write = hourStep.write.bind(hourStep);
    vi.spyOn(hourStep, 'write').mockImplementationOnce(async (...order) => {
      await write(...order);
      throw new Error('the power is gone');
    });
    await expect(take()).rejects.toThrow('the power is gone');
    await take();
    expect(await readUsage()).toEqual(expected);
  });
});
