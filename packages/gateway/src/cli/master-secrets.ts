import { options } from '@tollgate/contract/options';
import { createMasterKey, findMasterKey } from '../auth/master-key.ts';
import { sealedPlace } from '../auth/sealed-places.ts';
import { createSecrets, tryOpen } from '../auth/secrets.ts';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import type { Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import { listSome } from '../repositories/sealed.ts';

/**
 * The secrets with the right master key. An empty database may get a new key; one that holds sealed values never. A few
 * values that are damaged do not keep the others from being used: a key that opens one of those looked at is the right one.
 *
 * @param warn gets a sentence when other users of the machine could read the key
 * @throws {BootError} when the key is missing or another one
 */
export async function openSecrets(
  config: Config,
  db: Db,
  warn?: (sentence: string) => void,
): Promise<Secrets> {
  const samples = await listSome(db, secretKeys);
  const found = findMasterKey(config, warn);
  if (!found && samples.length > 0) {
    throw new BootError(
      'The database holds sealed keys, and the master key is missing. Put it back (TOLLGATE_KEY_FILE, TOLLGATE_KEY or master.key in the data folder).',
    );
  }
  const secrets = createSecrets(found ?? createMasterKey(config));
  const isRight = samples.some((each) => tryOpen(secrets, each.sealed, placeOf(each)) !== undefined);
  if (samples.length > 0 && !isRight)
    throw new BootError('The master key is not the one that sealed this database. Put the right one back.');
  return secrets;
}

type Sample = Awaited<ReturnType<typeof listSome>>[number];

function placeOf(sample: Sample): string {
  if (sample.table === 'tokens') return sealedPlace.tokenKey(sample.key);
  return sample.table === 'channels' ? sealedPlace.channelKey(sample.key) : sealedPlace.option(sample.key);
}

const secretKeys = Object.entries(options)
  .filter(([, option]) => option.secret)
  .map(([key]) => key);
