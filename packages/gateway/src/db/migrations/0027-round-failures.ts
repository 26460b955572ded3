import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** The rows that failed in a round, with their reasons, so that a later visit still shows them. */
export async function up(db: UntypedDb): Promise<void> {
  await addColumn(db, 'rounds', { name: 'failures', type: columnKinds(db).text });
}
