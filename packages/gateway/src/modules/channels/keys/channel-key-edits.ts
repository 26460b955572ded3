import {
  type addChannelKeys,
  ChannelStatus,
  type Output,
  type Parsed,
  type removeChannelKeys,
} from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { change } from '../../shared/change.ts';
import { refuseDeclared } from '../../shared/declared.ts';
import { type ChannelRow, lockChannel, sealKey } from '../channel-rows.ts';
import { refuseBadKeyRegion } from '../destination/channel-regions.ts';
import * as channels from '../repository/channels.ts';
import { keepKeyStates } from './channel-key-states.ts';
import { list, putBack, readAll, type StoredKey } from './channel-key-work.ts';
import { joinKeys, keyHint, splitKeys, takesSeveral } from './channel-keys.ts';

/**
 * Appends keys to the stored ones; skips and counts duplicates. A channel that was disabled for lack of a key
 * comes back.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`, `channel_key_required`, `invalid_input`
 */
export async function add(
  ctx: Context,
  { id, key }: Parsed<typeof addChannelKeys>,
): Promise<Output<typeof addChannelKeys>> {
  const counts = await change(ctx, ['channels'], async (tx) => {
    const row = await lockChannel(tx, id);
    if (!takesSeveral(row.type)) throw new AppError('invalid_input', { field: 'key', reason: 'single_key' });
    const typed = splitKeys(row.type, key);
    if (typed.length === 0) throw new AppError('channel_key_required');
    refuseBadKeyRegion(row.type, typed);
    const keyRows = await readAll(tx, row);
    const stored = keyRows.map((each) => each.key).filter(Boolean);
    const joined = joinKeys(stored, typed);
    const fresh = joined.slice(stored.length);
    if (fresh.length > 0) {
      const after = await write(tx, row, joined);
      const added = fresh.map((each) => keyHint(tx, each));
      recordAction(tx, { action: 'channel.keys_add', target: `channel:${id}`, after: { added } });
      if (row.status === ChannelStatus.tripped && !keyRows.some(isOn)) await putBack(tx, after);
    }
    return { added: fresh.length, skipped: typed.length - fresh.length };
  });
  return { ...counts, keys: await list(ctx, { id }) };
}

/**
 * Deletes keys and their states.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`, `channel_key_gone`; `channel_only_key`
 * when none would be left, `channel_last_key` when no enabled key would be left
 */
export async function remove(ctx: Context, { id, keys }: Parsed<typeof removeChannelKeys>) {
  await change(ctx, ['channels'], async (tx) => {
    const row = await lockChannel(tx, id);
    const keyRows = await readAll(tx, row);
    const gone = keyRows.filter(({ hash }) => keys.includes(hash));
    if (gone.length < new Set(keys).size) throw new AppError('channel_key_gone', { id });
    const stay = keyRows.filter((each) => !gone.includes(each));
    if (stay.length === 0) throw new AppError('channel_only_key', { id });
    if (gone.some(isOn) && !stay.some(isOn)) throw new AppError('channel_last_key', { id });
    await write(
      tx,
      row,
      stay.map(({ key }) => key),
    );
    const removed = gone.map(({ hint }) => hint);
    recordAction(tx, { action: 'channel.keys_remove', target: `channel:${id}`, after: { removed } });
  });
  return list(ctx, { id });
}

function isOn({ state }: StoredKey): boolean {
  return !state;
}

/** Returns the row as it is now. */
async function write(tx: Context, row: ChannelRow, keys: readonly string[]): Promise<ChannelRow> {
  await refuseDeclared(tx.db, 'channel', [row.id]);
  const sealed = sealKey(tx, row.id, keys.join('\n'));
  const after = { ...row, ...sealed };
  await channels.update(tx.db, row.id, sealed);
  await keepKeyStates(tx, row, after);
  return after;
}
