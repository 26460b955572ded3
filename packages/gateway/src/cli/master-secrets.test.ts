import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { transact } from '../core/context.ts';
import { type Connection, connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { generateMasterKey } from '../modules/secrets/master-key.ts';
import * as masterKeys from '../modules/secrets/repository/master-keys.ts';
import { fingerprintOf } from '../modules/secrets/secrets.ts';
import * as options from '../modules/settings/options.ts';
import { describeDatabases, type FreshDatabase } from '../testing/databases.ts';
import { openSecrets } from './master-secrets.ts';
import { type Gateway, openGateway } from './open-gateway.ts';

const key = (fill: number) => ({ TOLLGATE_KEY: Buffer.alloc(32, fill).toString('base64') });

describeDatabases('gateways on one database', (database) => {
  let fresh: FreshDatabase;
  let connection: Connection;
  let folders: [string, string];
  const open: Gateway[] = [];
  beforeEach(async () => {
    fresh = await database.create();
    folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'tollgate-keys-'))) as [string, string];
    connection = await connect(fresh.options);
    await migrate(connection);
  });
  afterEach(async () => {
    for (const gateway of open.splice(0)) await gateway.close();
    await connection.close();
    await fresh.dispose();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const configOf = (dataDir: string, environment = {}) =>
    readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: fresh.options.databaseUrl ?? `sqlite:${join(fresh.options.dataDir, 'tollgate.db')}`,
      ...environment,
    });
  async function start(dataDir: string, environment = {}): Promise<Gateway> {
    const silent = createLog('silent');
    const gateway = await openGateway(configOf(dataDir, environment), silent, systemClock, {
      processes: false,
    });
    open.push(gateway);
    return gateway;
  }
  const saveSecret = ({ ctx }: Gateway) => transact(ctx, (tx) => options.write(tx, 'SMTPToken', 'canary'));
  const keyFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('master.key'));

  test('make one master key when both start at the same moment', async () => {
    const starts = await Promise.allSettled(folders.map((folder) => start(folder)));
    const [winner, loser] = starts[0]?.status === 'fulfilled' ? folders : [folders[1], folders[0]];
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { reason } = starts.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(reason.message).toContain(`to ${join(loser, 'master.key')}`);
    expect(keyFiles(loser)).toEqual([]);

    copyFileSync(join(winner, 'master.key'), join(loser, 'master.key'));
    await saveSecret(open[0] as Gateway);
    const second = await start(loser);
    expect(second.ctx.options.current.SMTPToken).toBe('canary');
  });

  test('refuse a second one with another key although nothing is sealed yet', async () => {
    await start(folders[0], key(1));
    await expect(start(folders[1], key(2))).rejects.toThrow(
      'The master key in TOLLGATE_KEY is not the one that sealed this database',
    );
    await start(folders[1], key(1));
  });

  test('report that a setting with another key may be removed where the folder has one', async () => {
    await start(folders[0]);
    await expect(start(folders[0], key(2))).rejects.toThrow(
      `or remove the setting if ${join(folders[0], 'master.key')} holds the right key`,
    );
    await start(folders[0]);
  });

  test('report an empty key file', async () => {
    await start(folders[0]);
    writeFileSync(join(folders[1], 'master.key'), '');
    await expect(start(folders[1])).rejects.toThrow(
      'it is empty. Put the key of this database there, from another gateway or your backup.',
    );
  });

  test('refuse a second one without a key and leave no key file in its folder', async () => {
    await start(folders[0]);
    await expect(start(folders[1])).rejects.toThrow('The master key is missing');
    expect(keyFiles(folders[1])).toEqual([]);
  });

  test('continue with the generated key when a start was killed after the database accepted it', async () => {
    const generated = generateMasterKey(configOf(folders[0]));
    await masterKeys.claimFirst(connection.db, fingerprintOf(generated.keys[0]), 1);
    const { ctx } = await start(folders[0]);
    expect(ctx.secrets.open(ctx.secrets.seal('text', 'options:a:value'), 'options:a:value')).toBe('text');
    expect(keyFiles(folders[0])).toEqual(['master.key']);
  });

  test('drop the generated key of a killed start when another one was faster', async () => {
    generateMasterKey(configOf(folders[0]));
    await start(folders[1]);
    await expect(start(folders[0])).rejects.toThrow('The master key is missing');
    expect(keyFiles(folders[0])).toEqual([]);
  });

  test('record the key of a database of an earlier version when it opens a sealed value', async () => {
    const first = await start(folders[0], key(1));
    await saveSecret(first);
    await connection.db.deleteFrom('master_keys').execute();

    await expect(start(folders[1], key(2))).rejects.toThrow('is not the one that sealed this database');
    expect(await masterKeys.list(connection.db)).toEqual([]);
    await start(folders[1], key(1));
    const [recorded] = await masterKeys.list(connection.db);
    expect(recorded?.fingerprint).toBe(fingerprintOf(Buffer.alloc(32, 1)));
  });

  test('make no key when a command opens the secrets', async () => {
    await expect(openSecrets(configOf(folders[0]), connection.db)).rejects.toThrow('no master key yet');
    expect(existsSync(join(folders[0], 'master.key'))).toBe(false);
  });
});
