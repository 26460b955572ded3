import { options } from '@tollgate/contract/options';
import { createMasterKey, findMasterKey } from '../auth/master-key.ts';
import { sealedPlace } from '../auth/sealed-places.ts';
import { createSecrets } from '../auth/secrets.ts';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import type { Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import { findAny } from '../repositories/sealed.ts';

/**
 * The secrets with the right master key. An empty database may get a new key; one that holds sealed values never.
 *
 * @throws {BootError} when the key is missing or another one
 */
export async function openSecrets(config: Config, db: Db): Promise<Secrets> {
  const sample = await findAny(db, secretKeys);
  const found = findMasterKey(config);
  if (!found && sample) {
    throw new BootError(
      'The database holds sealed keys, and the master key is missing. Put it back (TOLLGATE_KEY_FILE, TOLLGATE_KEY or master.key in the data folder).',
    );
  }
  const secrets = createSecrets(found ?? createMasterKey(config));
  if (sample) refuseWrongKey(secrets, sample.sealed, placeOf(sample));
  return secrets;
}

type Sample = NonNullable<Awaited<ReturnType<typeof findAny>>>;

function placeOf(sample: Sample): string {
  if (sample.table === 'tokens') return sealedPlace.tokenKey(sample.key);
  return sample.table === 'channels' ? sealedPlace.channelKey(sample.key) : sealedPlace.option(sample.key);
}

function refuseWrongKey(secrets: Secrets, sealed: string, place: string): void {
  try {
    secrets.open(sealed, place);
  } catch (cause) {
    throw new BootError('The master key is not the one that sealed this database. Put the right one back.', {
      cause,
    });
  }
}

const secretKeys = Object.entries(options)
  .filter(([, option]) => option.secret)
  .map(([key]) => key);
