import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { audit } from '../ledger/index.ts';
import { verifyChain } from '../modules/audit/audit-chain.ts';

/** Checks the ledger and the audit log. Prints each fault with examples, and exits with 1 if any. */
export async function auditCommand(config: Config): Promise<void> {
  const connection = await connect(config);
  try {
    await connection.refuseSharedSessions();
    await migrate(connection);
    const { failures, checked, accounts, entries, openHolds } = await audit(connection.db, connection.logDb);
    for (const { id, sentence, count, examples } of failures) {
      process.stdout.write(
        `${id} is broken ${count} times: ${sentence} (for example ${examples.join(', ')})\n`,
      );
    }
    process.stdout.write(
      `${checked.length} invariants checked over ${accounts} accounts, ${entries} entries and ${openHolds} open holds: ${failures.length} broken.\n`,
    );
    const { rows, head, broken } = await verifyChain(connection.db);
    process.stdout.write(
      broken
        ? `The audit log is broken: ${broken}.\n`
        : `${rows} rows of the audit log follow each other up to ${head || 'its beginning'}.\n`,
    );
    if (failures.length > 0 || broken) process.exitCode = 1;
  } finally {
    await connection.close();
  }
}
