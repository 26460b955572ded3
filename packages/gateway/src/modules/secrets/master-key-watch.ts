import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Revisions } from '../../core/context.ts';
import type { Db } from '../../db/schema.ts';
import * as table from './repository/master-keys.ts';
import type { MasterSecrets } from './secrets.ts';

interface Parts {
  readonly db: Db;
  readonly secrets: MasterSecrets;
  readonly revisions: Pick<Revisions, 'on'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Follows a rotation of the master key while the gateway runs: seals new values with the latest key. Reports
 * the keys of this gateway, because a rotation must not begin before every gateway has the new key.
 *
 * @returns how to stop
 */
export async function watchMasterKeys({ db, secrets, revisions, log }: Parts): Promise<() => Promise<void>> {
  const id = randomBytes(16).toString('hex');
  const { fingerprints } = secrets;

  async function refresh(): Promise<void> {
    const latest = (await table.list(db)).at(0);
    if (latest && fingerprints.includes(latest.fingerprint)) secrets.sealWith(latest.fingerprint);
    else log.error('The master key was replaced, and this gateway lacks the new key: add it and restart');
    await table.reportHolder(db, { id, fingerprints, sealsWith: secrets.sealsWith }, Date.now());
  }

  const onError = (error: unknown) => log.error({ err: error }, 'The master keys could not be reported');
  await table.removeSilentHolders(db, Date.now() - FORGOTTEN_MS);
  await refresh();
  revisions.on('keys', () => void refresh().catch(onError));
  const timer = setInterval(() => void refresh().catch(onError), REPORT_MS).unref();
  return async () => {
    clearInterval(timer);
    await table.removeHolder(db, id).catch(onError);
  };
}

/** A gateway without a report for this time does not run any more. */
export const HOLDER_SILENCE_MS = 60_000;
const REPORT_MS = 10_000;
const FORGOTTEN_MS = 24 * 3600 * 1000;
