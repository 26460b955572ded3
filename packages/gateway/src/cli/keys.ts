import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import type { Db } from '../db/schema.ts';
import { countOthers, rotateMasterKey, type SealedCount } from '../modules/secrets/master-key-rotation.ts';
import * as masterKeys from '../modules/secrets/repository/master-keys.ts';
import type { MasterSecrets } from '../modules/secrets/secrets.ts';
import { openSecrets } from './master-secrets.ts';

/**
 * `keys new` prints a fresh master key. `keys check` says whether the configured one opens the database. `keys rotate`
 * seals the database with a new one.
 */
export async function keysCommand(config: Config, [action = '']: string[]): Promise<void> {
  if (action === 'new') {
    print(randomBytes(32).toString('base64'));
    return;
  }
  if (action !== 'check' && action !== 'rotate')
    throw new BootError('Say which: tollgate keys new, tollgate keys check, or tollgate keys rotate');
  const connection = await connect(config);
  try {
    await connection.refuseSharedSessions();
    await migrate(connection);
    const { db } = connection;
    const warn = (sentence: string) => process.stderr.write(`${sentence}\n`);
    const secrets = await openSecrets(config, db, { warn });
    if (action === 'rotate') describeRest(await rotateMasterKey({ db, secrets, print }));
    print(await describeKeys(db, secrets));
  } finally {
    await connection.close();
  }
}

async function describeKeys(db: Db, secrets: MasterSecrets): Promise<string> {
  const generations = await masterKeys.list(db);
  const [latest] = generations;
  if (latest?.isFinished === false)
    return 'The master keys open this database. It is being sealed with a new one: run tollgate keys rotate again.';
  const opens = `The master key ${latest?.fingerprint.slice(0, 8)} opens this database.`;
  if (secrets.fingerprints.length === 1) return opens;
  const fingerprints = generations.map(({ fingerprint }) => fingerprint);
  const added = secrets.fingerprints.find((fingerprint) => !fingerprints.includes(fingerprint));
  if (added)
    return `${opens} The new key ${added.slice(0, 8)} seals nothing yet: run tollgate keys rotate before you remove a key.`;
  const { others, unreadable } = await countOthers(db, secrets);
  return others > unreadable
    ? `${opens} ${others - unreadable} values are sealed with another key: run tollgate keys rotate before you remove that key.`
    : `${opens} Nothing is sealed with the other keys: they can be removed.`;
}

function describeRest({ unreadable }: SealedCount): void {
  if (unreadable > 0)
    print(`${unreadable} values cannot be opened with any of the keys. They stay as they are.`);
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
