import { isOptionKey, type OptionValues, options, readOptions } from '@tollgate/contract/options';
import { sealedPlace } from '../auth/sealed-places.ts';
import type { OptionStore, Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as table from '../repositories/options.ts';

/** The options as values, read at boot and again whenever they change. */
export async function createOptionStore(db: Db, secrets: Secrets): Promise<OptionStore> {
  const read = async (): Promise<OptionValues> => {
    const stored = await table.list(db);
    for (const [key, value] of stored) {
      if (!isOptionKey(key) || !options[key].secret || value === '') continue;
      stored.set(key, secrets.open(value, sealedPlace.option(key)));
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
