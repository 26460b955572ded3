import { ChannelStatus } from '@tollgate/contract';
import type { Insertable, Selectable } from 'kysely';
import type { AbilityTable, Db } from '../../../db/schema.ts';

/** Enabled models by name, of the given groups or of all. */
export async function listModels(db: Db, groups?: readonly string[]): Promise<string[]> {
  if (groups?.length === 0) return [];
  let query = db.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1);
  if (groups) query = query.where('group', 'in', [...groups]);
  const rows = await query.orderBy('model').execute();
  return rows.map(({ model }) => model);
}

/** The enabled channels that offer a model to one of the groups. */
export async function listChannels(db: Db, model: string, groups: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('abilities')
    .select('channel_id')
    .distinct()
    .where('model', '=', model)
    .where('enabled', '=', 1)
    .where('group', 'in', [...groups])
    .execute();
  return rows.map(({ channel_id }) => channel_id);
}

/** The channels of a model, and whether any of them is enabled. */
export interface Offer {
  ids: number[];
  isServed: boolean;
}

/** Models that enabled channels offer to one of the groups, or channels that the gateway disabled; by name. */
export async function listServed(db: Db, groups: readonly string[]): Promise<Map<string, Offer>> {
  const rows = await db
    .selectFrom('abilities')
    .innerJoin('channels', 'channels.id', 'abilities.channel_id')
    .select(['abilities.model', 'abilities.channel_id', 'abilities.enabled'])
    .distinct()
    .where('abilities.group', 'in', [...groups])
    .where((eb) =>
      eb.or([eb('abilities.enabled', '=', 1), eb('channels.status', '=', ChannelStatus.tripped)]),
    )
    .orderBy('abilities.model')
    .execute();
  const offers = new Map<string, Offer>();
  for (const { model, channel_id, enabled } of rows) {
    const offer = offers.get(model) ?? { ids: [], isServed: false };
    offer.ids.push(channel_id);
    if (enabled === 1) offer.isServed = true;
    offers.set(model, offer);
  }
  return offers;
}

/** Those of some models that channels offer, enabled or not. */
export async function listOffered(db: Db, models: readonly string[]): Promise<Set<string>> {
  if (models.length === 0) return new Set();
  const rows = await db
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('model', 'in', [...models])
    .execute();
  return new Set(rows.map(({ model }) => model));
}

/** The groups of each model that some enabled channel offers. */
export async function listOffers(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('abilities')
    .select(['model', 'group'])
    .distinct()
    .where('enabled', '=', 1)
    .orderBy('model')
    .orderBy('group')
    .execute();
  const offers = new Map<string, string[]>();
  for (const { model, group } of rows) {
    const groups = offers.get(model);
    if (groups) groups.push(group);
    else offers.set(model, [group]);
  }
  return offers;
}

/** Replaces the rows of one channel. */
export async function replace(
  db: Db,
  channelId: number,
  rows: readonly Insertable<AbilityTable>[],
): Promise<void> {
  await remove(db, channelId);
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await db
      .insertInto('abilities')
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .execute();
  }
}

export async function remove(db: Db, channelId: number): Promise<void> {
  await db.deleteFrom('abilities').where('channel_id', '=', channelId).execute();
}

/** Removes rows of deleted channels. Returns of how many channels. */
export async function removeOrphans(db: Db): Promise<number> {
  const orphans = await db
    .selectFrom('abilities')
    .select('channel_id')
    .distinct()
    .where('channel_id', 'not in', db.selectFrom('channels').select('id'))
    .execute();
  for (const { channel_id } of orphans) await remove(db, channel_id);
  return orphans.length;
}

export async function listOf(db: Db, channelId: number): Promise<Selectable<AbilityTable>[]> {
  return db.selectFrom('abilities').selectAll().where('channel_id', '=', channelId).execute();
}

/** Far below the parameter limit of every database. */
const ROWS_PER_INSERT = 100;
