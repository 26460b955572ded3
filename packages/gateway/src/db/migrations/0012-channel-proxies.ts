import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** The sealed password of a channel's proxy; `setting` contains the proxy without it. */
export async function up(db: UntypedDb): Promise<void> {
  const { prose } = columnKinds(db);
  await addColumn(db, 'channels', { name: 'proxy_sealed', type: prose });
}
