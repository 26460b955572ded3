import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import type { Db } from '../db/schema.ts';
import * as options from '../modules/settings/repository/options.ts';
import * as revisions from '../modules/shared/repository/revisions.ts';

/**
 * `demo off` ends the demo mode, which the console cannot do; `demo on` begins it. A running gateway follows
 * within a second.
 */
export async function demoCommand(config: Config, [action]: string[]): Promise<void> {
  if (action !== 'on' && action !== 'off')
    throw new BootError('Say which: tollgate demo on, or tollgate demo off');
  const connection = await connect(config);
  try {
    await connection.refuseSharedSessions();
    await migrate(connection);
    await switchDemo(connection.db, action === 'on');
    const answer = action === 'on' ? 'This site is read-only now.' : 'The site can be changed again.';
    process.stdout.write(`${answer}\n`);
  } finally {
    await connection.close();
  }
}

export async function switchDemo(db: Db, on: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await options.save(tx, 'DemoSiteEnabled', String(on));
    await revisions.increase(tx, ['options']);
  });
}
