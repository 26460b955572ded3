import type { Connection } from '../db/connect.ts';
import type { LogSchema } from '../db/schema.ts';
import { startSqliteThread } from '../db/sqlite-thread.ts';

/**
 * Returns the connection with work on SQLite files moved to a thread of its own: statements of `logDb`, and the
 * checkpoints of all files if no other process does them.
 */
export async function withLogThread(
  connection: Connection,
  { copiesBack }: { copiesBack: boolean },
): Promise<Connection> {
  const { address, logAddress } = connection;
  const checkpointed = copiesBack ? [address, logAddress] : [];
  const thread = await startSqliteThread({ checkpointed, written: logAddress });
  const logDb = thread.openWriter<LogSchema>();
  return {
    ...connection,
    ...(logDb && { logDb }),
    async close() {
      await logDb?.destroy();
      await thread.stop();
      await connection.close();
    },
  };
}
