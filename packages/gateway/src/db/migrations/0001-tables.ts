import type { UntypedDb } from '../portable.ts';
import { createAccountTables } from './0001-accounts.ts';
import { createConsoleTables } from './0001-console.ts';
import { createLedgerTables } from './0001-ledger.ts';
import { createTaskTables } from './0001-tasks.ts';

export async function up(db: UntypedDb): Promise<void> {
  await createConsoleTables(db);
  await createAccountTables(db);
  await createTaskTables(db);
  await createLedgerTables(db);
}
