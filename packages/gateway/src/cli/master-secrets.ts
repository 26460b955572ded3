import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import type { Db } from '../db/schema.ts';
import { loadHashKeys } from '../modules/secrets/hash-keys.ts';
import {
  type FoundKeys,
  findMasterKeys,
  generateMasterKey,
  masterKeyPath,
} from '../modules/secrets/master-key.ts';
import * as masterKeys from '../modules/secrets/repository/master-keys.ts';
import { listSamples } from '../modules/secrets/sealed-values.ts';
import { createSecrets, type MasterSecrets, tryOpen } from '../modules/secrets/secrets.ts';

export interface OpenSecretsOptions {
  /** Gets a message when other users of the machine could read the key. */
  warn?: (sentence: string) => void;
  /** Whether to generate a key when the data folder and the database have none. Only a gateway does. */
  generate?: boolean;
}

/**
 * Returns the secrets with the master key of this database. The database holds the fingerprint of its key:
 * the first gateway records it, and a gateway with another key is refused. A database of an earlier version
 * gets the fingerprint of a key that opens one of its sealed values; single values may be damaged. During a
 * rotation the gateway needs the old and the new key.
 *
 * @throws {BootError} when a key is missing or differs
 */
export async function openSecrets(
  config: Config,
  db: Db,
  { warn = () => {}, generate = false }: OpenSecretsOptions = {},
): Promise<MasterSecrets> {
  const found = findMasterKeys(config, warn);
  const secrets = found ? await openWith(config, db, found) : await openWithout(config, db, generate);
  await loadHashKeys(db, secrets, warn);
  return secrets;
}

async function openWith(config: Config, db: Db, found: FoundKeys): Promise<MasterSecrets> {
  const secrets = createSecrets(...found.keys);
  if ((await masterKeys.list(db)).length === 0) await claim(config, db, found);
  const generations = await masterKeys.list(db);
  const [latest, previous] = generations;
  const has = (key: typeof latest) => key !== undefined && secrets.fingerprints.includes(key.fingerprint);
  if (latest?.isFinished === false && has(latest) !== has(previous)) throw needsBothKeys(found);
  if (!latest || !has(latest)) throw generations.some(has) ? replacedKey(found) : otherKey(config, found);
  secrets.sealWith(latest.fingerprint);
  return secrets;
}

/** Records a key as the first one of the database, unless another gateway does so first. */
async function claim(config: Config, db: Db, found: FoundKeys): Promise<void> {
  const samples = await listSamples(db, SAMPLES);
  const candidates = found.keys.map((key) => createSecrets(key));
  const right =
    samples.length === 0
      ? candidates[0]
      : candidates.find((secrets) =>
          samples.some(({ sealed, place }) => tryOpen(secrets, sealed, place) !== undefined),
        );
  if (!right) throw otherKey(config, found);
  await masterKeys.claimFirst(db, right.sealsWith, Math.floor(Date.now() / 1000));
}

/** Generates a key for a database that has none. */
async function openWithout(config: Config, db: Db, generate: boolean): Promise<MasterSecrets> {
  const hasKey = (await masterKeys.list(db)).length > 0;
  if (!hasKey && (await listSamples(db, 1)).length > 0) throw noKey(config);
  if (!generate) throw hasKey ? noKey(config) : new BootError(NO_KEY_YET);
  const generated = generateMasterKey(config);
  const secrets = await openWith(config, db, generated).catch((error) => {
    if (!(error instanceof BootError)) throw error;
    generated.discard();
    throw noKey(config);
  });
  generated.keep();
  return secrets;
}

const NO_KEY_YET =
  'There is no master key yet. The first start of the gateway makes one, or set TOLLGATE_KEY_FILE or TOLLGATE_KEY.';

function noKey(config: Config): BootError {
  return new BootError(
    `The master key is missing, and this database has one already. Copy master.key from the data folder of the first gateway, or from your backup, to ${masterKeyPath(config)}, or set TOLLGATE_KEY_FILE or TOLLGATE_KEY to the same key for all gateways. Then start again.`,
  );
}

function otherKey(config: Config, { origin }: FoundKeys): BootError {
  const isSet = config.key !== undefined || config.keyFile !== undefined;
  const orRemove = isSet ? `, or remove the setting if ${masterKeyPath(config)} holds the right key` : '';
  return new BootError(
    `The master key in ${origin} is not the one that sealed this database. Put the key of the first gateway, or of your backup, there${orRemove}. Then start again.`,
  );
}

function replacedKey({ origin }: FoundKeys): BootError {
  return new BootError(
    `The master key in ${origin} was replaced by tollgate keys rotate. Put the new key there and start again.`,
  );
}

function needsBothKeys({ origin }: FoundKeys): BootError {
  return new BootError(
    `The master key is being replaced. Put the old and the new key into ${origin}, one a line, until tollgate keys rotate has finished. Then start again.`,
  );
}

/** Values tried per column. Some may be damaged, but not all of them. */
const SAMPLES = 5;
