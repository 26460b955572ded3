import { type FoundKey, findMasterKey, generateMasterKey, masterKeyPath } from '../auth/master-key.ts';
import { createSecrets, fingerprintOf, tryOpen } from '../auth/secrets.ts';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import type { Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as masterKeys from '../repositories/master-keys.ts';
import { listSamples } from '../services/sealed-values.ts';

export interface OpenSecretsOptions {
  /** Gets a sentence when other users of the machine could read the key. */
  warn?: (sentence: string) => void;
  /** Whether a data folder without a key gets one for a database that has none yet. Only a gateway does that. */
  generate?: boolean;
}

/**
 * The secrets with the master key of this database. The database holds the fingerprint of its key: the first gateway
 * records it, and a gateway with another key is refused. A database of an earlier version gets the fingerprint of a key
 * that opens one of its sealed values; single values may be damaged.
 *
 * @throws {BootError} when the key is missing or another one
 */
export async function openSecrets(
  config: Config,
  db: Db,
  { warn, generate = false }: OpenSecretsOptions = {},
): Promise<Secrets> {
  const found = findMasterKey(config, warn);
  if (!found) return createSecrets((await openWithout(config, db, generate)).key);
  const current = (await findCurrent(db)) ?? (await claim(config, db, found));
  if (current !== fingerprintOf(found.key)) throw otherKey(config, found);
  return createSecrets(found.key);
}

async function findCurrent(db: Db): Promise<string | undefined> {
  return (await masterKeys.list(db)).at(0)?.fingerprint;
}

/** Records the key as the first one. Returns the fingerprint that is recorded then, maybe by another gateway. */
async function claim(config: Config, db: Db, found: FoundKey): Promise<string> {
  const secrets = createSecrets(found.key);
  const samples = await listSamples(db, SAMPLES);
  const isRight = samples.some(({ sealed, place }) => tryOpen(secrets, sealed, place) !== undefined);
  if (samples.length > 0 && !isRight) throw otherKey(config, found);
  await masterKeys.claimFirst(db, fingerprintOf(found.key), Math.floor(Date.now() / 1000));
  return (await findCurrent(db)) ?? '';
}

/** Generates a key for a database that has none. */
async function openWithout(config: Config, db: Db, generate: boolean): Promise<FoundKey> {
  const current = await findCurrent(db);
  if (!current && (await listSamples(db, 1)).length > 0) throw noKey(config);
  if (!generate) throw current ? noKey(config) : new BootError(NO_KEY_YET);
  const generated = generateMasterKey(config);
  if ((current ?? (await claim(config, db, generated))) !== fingerprintOf(generated.key)) {
    generated.discard();
    throw noKey(config);
  }
  generated.keep();
  return generated;
}

const NO_KEY_YET =
  'There is no master key yet. The first start of the gateway makes one, or set TOLLGATE_KEY_FILE or TOLLGATE_KEY.';

function noKey(config: Config): BootError {
  return new BootError(`The master key is missing, and this database has one already. ${howToCopy(config)}`);
}

function otherKey(config: Config, { origin }: FoundKey): BootError {
  return new BootError(
    `The master key in ${origin} is not the one that sealed this database. ${howToCopy(config)}`,
  );
}

function howToCopy(config: Config): string {
  return `Put the right one back: copy master.key from the data folder of the first gateway, or from your backup, to ${masterKeyPath(config)}, or set TOLLGATE_KEY_FILE or TOLLGATE_KEY to the same key for all gateways. Then start again.`;
}

/** Of each column. Some may be damaged; not all of these at once. */
const SAMPLES = 5;
