import { columnKinds, createIndex, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { createNamedIndex } from '../repeatable.ts';

/** Answers that providers keep: stored chats of each user, and responses that still run in the background. */
export async function up(db: UntypedDb): Promise<void> {
  const { id, integer, key, text } = columnKinds(db);
  const chats = 'stored_chats';
  await createTable(db, chats)
    .addColumn('id', id)
    .addColumn('id_hash', key(43), (column) => column.notNull().unique())
    .addColumn('user_id', integer, (column) => column.notNull())
    .addColumn('chat_id', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute();
  await createIndex(db, chats, 'user_id', 'id');
  await createNamedIndex(db, { name: `${chats}_by_expiry`, table: chats, columns: ['expires_at'] });

  const responses = 'background_responses';
  await createTable(db, responses)
    .addColumn('id', id)
    .addColumn('id_hash', key(43), (column) => column.notNull())
    .addColumn('channel_id', integer, (column) => column.notNull())
    .addColumn('key_hash', key(64), (column) => column.notNull().defaultTo(''))
    .addColumn('state', text, (column) => column.notNull())
    .execute();
  await createIndex(db, responses, 'id_hash');
}
