import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startCheckpoints } from './checkpoints.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

test('what was written to SQLite reaches its file without a commit doing the work', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const connection = await connect({ dataDir });
  const file = join(dataDir, 'tollgate.db');
  await migrate(connection);
  const before = statSync(file).size;

  const stop = await startCheckpoints([connection.address, connection.logAddress]);
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before), { timeout: 10_000 });

  await stop();
  await connection.close();
  rmSync(dataDir, { recursive: true });
});

test('database servers need no such help', async () => {
  const stop = await startCheckpoints([{ kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' }]);
  await stop();
});

test('stopped as soon as it runs, again and again, it never takes the process with it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  const connection = await connect({ dataDir });
  await migrate(connection);
  for (let round = 0; round < 10; round++) {
    const stop = await startCheckpoints([connection.address, connection.logAddress]);
    await stop();
  }
  await connection.close();
  rmSync(dataDir, { recursive: true });
});
