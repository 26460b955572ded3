import { type FoundKeys, findMasterKeys, generateMasterKey, masterKeyPath } from '../auth/master-key.ts';
import { createSecrets, type MasterSecrets, tryOpen } from '../auth/secrets.ts';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import type { Db } from '../db/schema.ts';
import * as masterKeys from '../repositories/master-keys.ts';
import { loadHashKeys } from '../services/hash-keys.ts';
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
 * that opens one of its sealed values; single values may be damaged. While a rotation is under way the gateway needs
 * the old and the new key.
 *
 * @throws {BootError} when a key is missing or another one
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

/** Records a key as the first one of the database, unless another gateway is faster. */
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
  return new BootError(`The master key is missing, and this database has one already. ${howToCopy(config)}`);
}

function otherKey(config: Config, { origin }: FoundKeys): BootError {
  return new BootError(
    `The master key in ${origin} is not the one that sealed this database. ${howToCopy(config)}`,
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

function howToCopy(config: Config): string {
  return `Put the right one back: copy master.key from the data folder of the first gateway, or from your backup, to ${masterKeyPath(config)}, or set TOLLGATE_KEY_FILE or TOLLGATE_KEY to the same key for all gateways. Then start again.`;
}

/** Of each column. Some may be damaged; not all of these at once. */
const SAMPLES = 5;
