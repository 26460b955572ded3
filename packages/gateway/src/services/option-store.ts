import { isOptionKey, type OptionValues, options, readOptions } from '@tollgate/contract/options';
import type { Logger } from 'pino';
import { sealedPlace } from '../auth/sealed-places.ts';
import { tryOpen } from '../auth/secrets.ts';
import type { OptionStore, Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as table from '../repositories/options.ts';

/** The options as values, read at boot and again whenever they change. A secret that cannot be read counts as not set. */
export async function createOptionStore(db: Db, secrets: Secrets, log: Logger): Promise<OptionStore> {
  const read = async (): Promise<OptionValues> => {
    const stored = await table.list(db);
    for (const [key, value] of stored) {
      if (!isOptionKey(key) || !options[key].secret || value === '') continue;
      const opened = openOption(secrets, key, value);
      if (opened === undefined) log.warn({ option: key }, 'a stored option cannot be read: enter it again');
      stored.set(key, opened ?? '');
    }
    return Object.freeze(readOptions(stored));
  };

  let current = await read();
  let started = 0;
  let applied = 0;
  return {
    get current() {
      return current;
    },
    async reload() {
      started += 1;
      const turn = started;
      const values = await read();
      if (turn < applied) return; // a later look was faster: it knows more
      applied = turn;
      current = values;
    },
  };
}

/** The text of a secret option. `undefined`: it cannot be read. */
export function openOption(secrets: Secrets, key: string, sealed: string): string | undefined {
  return tryOpen(secrets, sealed, sealedPlace.option(key));
}
