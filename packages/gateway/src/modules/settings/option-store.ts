import { isOptionKey, type OptionValues, options, readOptions } from '@tollgate/contract/options';
import type { Logger } from 'pino';
import type { OptionStore, Secrets } from '../../core/context.ts';
import type { Db } from '../../db/schema.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';
import * as table from './repository/options.ts';

/**
 * Keeps the options as values, read at boot and again whenever they change. A secret that cannot be read
 * counts as not set.
 */
export async function createOptionStore(db: Db, secrets: Secrets, log: Logger): Promise<OptionStore> {
  /** Sealed values already reported in the log: the table is read every minute. */
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
      const order = started;
      const rows = await table.list(db);
      if (order < applied) return; // a later read finished first and is newer
      applied = order;
      const latest = toText(rows);
      if (latest === text) return; // Keeps the snapshot, so that values derived from it stay valid.
      current = parse(rows);
      text = latest;
    },
  };
}

/** The stored rows in a fixed order, to see whether any of them changed. */
function toText(rows: ReadonlyMap<string, string>): string {
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the text of a secret option. `undefined`: it cannot be read. */
export function openOption(secrets: Secrets, key: string, sealed: string): string | undefined {
  return tryOpen(secrets, sealed, sealedPlace.option(key));
}
