import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { transact } from '../core/context.ts';
import { createLog } from '../log.ts';
import * as options from '../modules/settings/options.ts';
import { makeChannel, makeToken, makeUser } from '../testing/factories.ts';
import { writeEmptyDatabases } from '../testing/sqlite-template.ts';
import { openGateway } from './open-gateway.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-damaged-'));
  await writeEmptyDatabases(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (environment = {}, lines: string[] = []) =>
  openGateway(
    readConfig({ DATA_DIR: dataDir, ...environment }),
    createLog('warn', { write: (line: string) => lines.push(line) }),
  );
const garbage = 'v1.00000000.bm90IGEgc2VhbA.Z2FyYmFnZQ';

test('a gateway starts and names the damaged values when some sealed values cannot be read', async () => {
  const first = await start();
  const owner = await makeUser(first.ctx);
  const { id: token } = await makeToken(first.ctx, owner);
  await makeToken(first.ctx, owner);
  const channel = await makeChannel(first.ctx);
  await transact(first.ctx, (tx) => options.write(tx, 'SMTPToken', 'canary'));
  const { db } = first.ctx;
  await db.updateTable('tokens').set({ key_sealed: garbage }).where('id', '=', token).execute();
  await db
    .updateTable('channels')
    .set({ key_sealed: garbage, key_hash: '' })
    .where('id', '=', channel)
    .execute();
  await db.updateTable('options').set({ value: garbage }).where('key', '=', 'SMTPToken').execute();
  await first.close();

  const lines: string[] = [];
  const second = await start({}, lines);
  expect(second.ctx.options.current.SMTPToken).toBe('');
  const entries = lines.map((line) => JSON.parse(line) as { channel?: number; option?: string });
  expect(entries).toEqual([
    expect.objectContaining({ channel }),
    expect.objectContaining({ option: 'SMTPToken' }),
  ]);
  await second.close();
});

test('a gateway does not start when its master key opens no sealed value', async () => {
  const key = (fill: number) => ({ TOLLGATE_KEY: Buffer.alloc(32, fill).toString('base64') });
  const first = await start(key(1));
  const owner = await makeUser(first.ctx);
  for (let n = 0; n < 3; n += 1) await makeToken(first.ctx, owner);
  await makeChannel(first.ctx);
  await first.close();
  await expect(start(key(2))).rejects.toThrow('not the one that sealed this database');
  const again = await start(key(1));
  await again.close();
});
