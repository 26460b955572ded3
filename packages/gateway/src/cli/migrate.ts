import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';

/** Migrates the databases and prints what was done. */
export async function migrateCommand(config: Config): Promise<void> {
  const connection = await connect(config);
  try {
    await connection.refuseSharedSessions();
    const applied = await migrate(connection);
    const lines = applied.map((name) => `applied ${name}\n`).join('');
    process.stdout.write(lines || 'The databases are up to date.\n');
  } finally {
    await connection.close();
  }
}
