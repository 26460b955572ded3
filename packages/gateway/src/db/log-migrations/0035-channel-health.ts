import type { CreateTableBuilder } from 'kysely';
import { columnKinds, createTable } from '../column-kinds.ts';
import type { UntypedDb } from '../portable.ts';
import { addColumn } from '../repeatable.ts';

/** How long calls took and how they ended, in their rows and summed up by channel. */
export async function up(db: UntypedDb): Promise<void> {
  const { integer } = columnKinds(db);
  for (const name of ['duration_ms', 'first_token_ms', 'status'])
    await addColumn(db, 'logs', { name, type: integer, build: (column) => column.notNull().defaultTo(0) });

  let table: CreateTableBuilder<string, string> = createTable(db, 'channel_health');
  for (const name of ['span', 'channel_id', 'created_at'])
    table = table.addColumn(name, integer, (column) => column.notNull());
  for (const name of COUNTS)
    table = table.addColumn(name, integer, (column) => column.notNull().defaultTo(0));
  await table.addPrimaryKeyConstraint('channel_health_key', ['span', 'channel_id', 'created_at']).execute();
}

/** Written out: a migration stays as it is when the product counts more. */
const COUNTS = [
  'calls',
  ...['network', 'timeout', 'server', 'rate_limit', 'account', 'broken', 'request'],
  'output_tokens',
  'output_ms',
  ...Array.from({ length: 22 }, (_, index) => `duration_${index}`),
  ...Array.from({ length: 22 }, (_, index) => `first_${index}`),
];
