import { upsert } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

export async function listPinned(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('models').select('name').where('pinned', '=', 1).execute();
  return rows.map(({ name }) => name);
}

/** The days on which vendors stop models, by model. */
export async function listDeprecations(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('models')
    .select(['name', 'deprecated'])
    .where('deprecated', '<>', '')
    .execute();
  return new Map(rows.map(({ name, deprecated }) => [name, deprecated]));
}

export function setPinned(tx: Db, name: string, pinned: boolean): Promise<void> {
  return upsert(tx, 'models', ['name'], { name, pinned: pinned ? 1 : 0 });
}

/** What a source says of a model besides its price. */
export interface ModelFacts {
  readonly context?: number;
  readonly max_output?: number;
  readonly deprecated?: string;
}

export function saveFacts(tx: Db, name: string, facts: ModelFacts): Promise<void> {
  return upsert(tx, 'models', ['name'], { name, ...facts });
}
