import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startCheckpoints } from './checkpoints.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

test('rows written to SQLite reach the database file without work in a commit', async () => {
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

test('database servers need no checkpoints', async () => {
  const stop = await startCheckpoints([{ kind: 'postgres', url: 'postgres://unknown@127.0.0.1:1/none' }]);
  await stop();
});

test('a worker that is stopped right after its start does not end the process', async () => {
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
