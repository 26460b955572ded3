import { sealedPlace } from '../auth/sealed-places.ts';
import type { Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as channels from '../repositories/channels.ts';
import { hashKey } from './channel-keys.ts';

/** Channels of before there were hashes of keys get theirs at the first start: a migration has no secrets. */
export async function fillKeyHashes(db: Db, secrets: Secrets): Promise<void> {
  for (const { id, key_sealed } of await channels.listWithoutKeyHash(db)) {
    if (key_sealed === '') continue;
    const key = secrets.open(key_sealed, sealedPlace.channelKey(id));
    await channels.update(db, id, { key_hash: hashKey({ secrets }, key) });
  }
}
