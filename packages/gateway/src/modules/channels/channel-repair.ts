import type { Context } from '../../core/context.ts';
import { recordAction } from '../audit/audit-log.ts';
import { change } from '../shared/change.ts';
import { abilitiesOf } from './channel-abilities.ts';
import type { ChannelRow } from './channel-rows.ts';
import * as abilities from './repository/abilities.ts';
import { listAll } from './repository/relay-channels.ts';

/**
 * Compares the rows derived from channels with the channels, and repairs them: after an import, or after
 * manual changes in the database. Returns how many channels were repaired, including those that no longer
 * exist.
 */
export function repair(ctx: Context): Promise<number> {
  return change(ctx, ['channels'], async (tx) => {
    let mended = await abilities.removeOrphans(tx.db);
    for (const row of await listAll(tx.db)) if (await mend(tx, row)) mended += 1;
    recordAction(tx, { action: 'channel.repair', target: 'channels', after: { mended } });
    return mended;
  });
}

async function mend(tx: Context, row: ChannelRow): Promise<boolean> {
  const right = derive(row);
  const stored = await abilities.listOf(tx.db, row.id);
  if (fingerprint(right) === fingerprint(stored)) return false;
  await abilities.replace(tx.db, row.id, right);
  return true;
}

/** An imported channel may name no model: it serves nothing, and must not stop the others. */
function derive(row: ChannelRow): ReturnType<typeof abilitiesOf> {
  try {
    return abilitiesOf(row);
  } catch {
    return [];
  }
}

function fingerprint(rows: ReturnType<typeof abilitiesOf>): string {
  const lines = rows.map(({ group, model, enabled, priority, weight, tag }) =>
    JSON.stringify([group, model, enabled, priority, weight, tag ?? null]),
  );
  return lines.sort().join('\n');
}
