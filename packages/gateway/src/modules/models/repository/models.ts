import { upsert } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

export async function listPinned(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('models').select('name').where('pinned', '=', 1).execute();
  return rows.map(({ name }) => name);
}

/** The facts of sources about models, by name. 0 and empty: not known. */
export async function listFacts(db: Db): Promise<Map<string, StoredFacts>> {
  const rows = await db
    .selectFrom('models')
    .select(['name', 'context', 'max_output', 'deprecated', 'description_en', 'description_zh', 'warned_for'])
    .execute();
  return new Map(rows.map(({ name, ...facts }) => [name, facts]));
}

export interface StoredFacts extends Required<ModelFacts> {
  /** Empty or null: the one of the product. */
  readonly description_en: string | null;
  readonly description_zh: string | null;
  /** The last day for which administrators were warned. */
  readonly warned_for: string;
}

export function setPinned(tx: Db, name: string, pinned: boolean): Promise<void> {
  return upsert(tx, 'models', ['name'], { name, pinned: pinned ? 1 : 0 });
}

/** Notes that administrators were warned of the last day of a model. */
export function setWarned(tx: Db, name: string, warned_for: string): Promise<void> {
  return upsert(tx, 'models', ['name'], { name, warned_for });
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
