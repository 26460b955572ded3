import type { Logger } from 'pino';
import type { Secrets } from '../../../core/context.ts';
import type { Db } from '../../../db/schema.ts';
import { sealedPlace } from '../../secrets/sealed-places.ts';
import { tryOpen } from '../../secrets/secrets.ts';
import * as channels from '../repository/channels.ts';
import { hashKey, logUnreadableKey } from './channel-keys.ts';

/** Hashes the keys of older channels at the first start: a migration has no secrets. */
export async function fillKeyHashes(db: Db, secrets: Secrets, log: Logger): Promise<void> {
  for (const { id, key_sealed } of await channels.listWithoutKeyHash(db)) {
    if (key_sealed === '') continue;
    const key = tryOpen(secrets, key_sealed, sealedPlace.channelKey(id));
    if (key === undefined) logUnreadableKey({ log }, id);
    else await channels.update(db, id, { key_hash: hashKey({ secrets }, key) });
  }
}
