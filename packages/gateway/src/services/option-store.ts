import { isOptionKey, type OptionValues, options, readOptions } from '@tollgate/contract/options';
import type { Logger } from 'pino';
import { sealedPlace } from '../auth/sealed-places.ts';
import { tryOpen } from '../auth/secrets.ts';
import type { OptionStore, Secrets } from '../core/context.ts';
import type { Db } from '../db/schema.ts';
import * as table from '../repositories/options.ts';

/** The options as values, read at boot and again whenever they change. A secret that cannot be read counts as not set. */
export async function createOptionStore(db: Db, secrets: Secrets, log: Logger): Promise<OptionStore> {
  /** Sealed values that the log named already: the table is read every minute. */
  const reported = new Set<string>();

  const parse = (stored: Map<string, string>): OptionValues => {
    for (const [key, value] of stored) {
      if (!isOptionKey(key) || !options[key].secret || value === '') continue;
      const opened = openOption(secrets, key, value);
      if (opened === undefined && !reported.has(value)) {
        reported.add(value);
        log.warn({ option: key }, 'a stored option cannot be read: enter it again');
      }
      stored.set(key, opened ?? '');
    }
    return Object.freeze(readOptions(stored));
  };

  const first = await table.list(db);
  let text = toText(first);
  let current = parse(first);
  let started = 0;
  let applied = 0;
  return {
    get current() {
      return current;
    },
    async reload() {
      started += 1;
      const turn = started;
      const rows = await table.list(db);
      if (turn < applied) return; // a later look was faster: it knows more
      applied = turn;
      const latest = toText(rows);
      if (latest === text) return; // The same snapshot: what others derived from it stays valid.
      current = parse(rows);
      text = latest;
    },
  };
}

/** The stored rows in a fixed order, to see whether any of them changed. */
function toText(rows: ReadonlyMap<string, string>): string {
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The text of a secret option. `undefined`: it cannot be read. */
export function openOption(secrets: Secrets, key: string, sealed: string): string | undefined {
  return tryOpen(secrets, sealed, sealedPlace.option(key));
}
