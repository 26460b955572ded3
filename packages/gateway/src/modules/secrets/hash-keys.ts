import { randomBytes } from 'node:crypto';
import type { HashPurpose } from '../../core/context.ts';
import type { Db } from '../../db/schema.ts';
import * as users from '../identity/repository/users.ts';
import * as table from './repository/hash-keys.ts';
import { sealedPlace } from './sealed-places.ts';
import { hashPurposes, type MasterSecrets, tryOpen } from './secrets.ts';

/**
 * Loads the keys of keyed hashes, which are sealed in the database. They stay the same when the master key is
 * replaced. A new database gets random keys. One of an earlier version gets the keys that were derived from
 * its master key, so that stored hashes still match.
 *
 * @param warn gets a message for a key that cannot be opened
 */
export async function loadHashKeys(
  db: Db,
  secrets: MasterSecrets,
  warn: (sentence: string) => void,
): Promise<void> {
  const stored = await table.list(db);
  const missing = hashPurposes.filter((purpose) => !stored.has(purpose));
  const isNew = missing.length > 0 && !(await users.hasAny(db));
  for (const purpose of missing) {
    const key = isNew ? randomBytes(32) : secrets.deriveHashKey(purpose);
    await table.add(db, purpose, secrets.seal(key.toString('base64'), sealedPlace.hashKey(purpose)));
  }
  const keys = new Map<HashPurpose, Buffer>();
  // Reads the table again: another gateway may have been faster.
  for (const [purpose, sealed] of missing.length > 0 ? await table.list(db) : stored) {
    const text = tryOpen(secrets, sealed, sealedPlace.hashKey(purpose));
    if (text !== undefined) keys.set(purpose as HashPurpose, Buffer.from(text, 'base64'));
    else warn(`The key of hashes "${purpose}" cannot be read: known addresses and keys are not recognized.`);
  }
  secrets.setHashKeys(keys);
}
