import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';

const FILES = ['tollgate.db', 'logs.db'];
let template: Promise<Buffer[]> | undefined;

/**
 * Writes the two SQLite files, with all tables and without rows, into a data folder that has none yet.
 * Migrating them takes longer than most tests, so each process migrates once and copies the result.
 */
export async function writeEmptyDatabases(dataDir: string): Promise<void> {
  if (FILES.some((file) => existsSync(join(dataDir, file)))) return;
  template ??= makeTemplate();
  const contents = await template;
  for (const [index, file] of FILES.entries()) writeFileSync(join(dataDir, file), contents[index] ?? '');
}

async function makeTemplate(): Promise<Buffer[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-template-'));
  const connection = await connect({ dataDir });
  await migrate(connection);
  await connection.close(); // The last connection writes the WAL into the file and removes it.
  const contents = FILES.map((file) => readFileSync(join(dataDir, file)));
  rmSync(dataDir, { recursive: true });
  return contents;
}
