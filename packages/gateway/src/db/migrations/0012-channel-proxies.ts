import { columnKinds } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** The password of a channel's proxy, sealed; the setting beside it names the proxy without. */
export async function up(db: UntypedDb): Promise<void> {
  const { prose } = columnKinds(db);
  await addColumn(db, 'channels', 'proxy_sealed', prose);
}
