import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { openSecrets } from './master-secrets.ts';

/** `keys new` prints a fresh master key; `keys check` tells whether the configured one opens the database. */
export async function keysCommand(config: Config, [action]: string[]): Promise<void> {
  if (action === 'new') {
    process.stdout.write(`${randomBytes(32).toString('base64')}\n`);
    return;
  }
  if (action !== 'check') throw new BootError('Say which: tollgate keys new, or tollgate keys check');
  const connection = await connect(config);
  try {
    await migrate(connection);
    await openSecrets(config, connection.db, { warn: (sentence) => process.stderr.write(`${sentence}\n`) });
    process.stdout.write('The master key opens this database.\n');
  } finally {
    await connection.close();
  }
}
