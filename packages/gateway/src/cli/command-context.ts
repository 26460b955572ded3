import { Role } from '@tollgate/contract';
import { createRevisions } from '../cache/revisions.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import type { CallContext } from '../core/context.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { openBook } from '../modules/models/book/open-book.ts';
import { createOptionStore } from '../modules/settings/option-store.ts';
import * as storedOptions from '../modules/settings/repository/options.ts';
import { openSecrets } from './master-secrets.ts';

/**
 * Opens the database for a command that changes settings, next to running gateways or before the first start. Such a
 * command has root's rights and neither ledger nor network: what needs one of those fails.
 */
export async function withCommandContext<T>(
  config: Config,
  work: (ctx: CallContext) => Promise<T>,
): Promise<T> {
  const connection = await connect(config);
  try {
    await connection.refuseSharedSessions();
    await migrate(connection);
    const { db, logDb } = connection;
    const secrets = await openSecrets(config, db, { generate: true });
    await openBook(db, storedOptions.list, Math.floor(Date.now() / 1000));
    const log = createLog('warn');
    return await work({
      ...{ config, db, logDb, reader: db, logReader: logDb, secrets, log },
      ...systemClock,
      revisions: createRevisions(db),
      options: await createOptionStore(db, secrets, log),
      findMovedFiles: () => [],
      isLogDatabaseAway: () => false,
      caller: { id: 0, username: 'tollgate', role: Role.root, group: 'default', sessionId: null },
      ip: '',
      requestId: '',
      language: 'en',
      ledger: absent('ledger'),
      outbound: absent('network'),
      reads: absent('read processes'),
      limits: absent('limits'),
      gatewayMetrics: absent('metrics'),
      signInQueues: absent('sign-in queues'),
    });
  } finally {
    await connection.close();
  }
}

/** Fails at its first use. */
function absent(what: string): never {
  const get = () => {
    throw new Error(`A command has no ${what}`);
  };
  return new Proxy({}, { get }) as never;
}
