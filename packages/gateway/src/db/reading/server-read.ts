import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';
import { AppError } from '../../core/errors.ts';
import type { ReadLimits } from './sqlite-readers.ts';

/**
 * Runs a statement on PostgreSQL or MySQL, and cancels it there when it takes too long or its requester
 * leaves. Settles when the server has ended the statement, so that its slot and its connection are free.
 *
 * @throws {AppError} `read_too_long`; `reads_busy` when the requester has left
 */
export async function readOnServer<S>(
  db: Kysely<S>,
  query: CompiledQuery,
  { limitMs, signal }: ReadLimits,
): Promise<QueryResult<unknown>> {
  const executor = db.getExecutor();
  const deadline = AbortSignal.timeout(limitMs);
  const stop = signal ? AbortSignal.any([deadline, signal]) : deadline;
  const refuseStopped = (cause?: unknown) => {
    if (deadline.aborted) throw new AppError('read_too_long', {}, { cause });
    if (stop.aborted) throw new AppError('reads_busy', {}, { cause });
  };
  return executor.provideConnection(async (connection: DatabaseConnection) => {
    await connection.collectSessionInfo?.();
    refuseStopped();
    // If it fails, the server's own limit ends the statement.
    const cancel = () =>
      void connection.cancelQuery?.((use) => executor.provideConnection(use)).catch(() => {});
    stop.addEventListener('abort', cancel, { once: true });
    try {
      const result = await connection.executeQuery<unknown>(query);
      refuseStopped(); // MySQL answers some cancelled statements as if they had completed.
      return result;
    } catch (error) {
      if (!(error instanceof AppError)) refuseStopped(error);
      throw error;
    } finally {
      stop.removeEventListener('abort', cancel);
    }
  });
}
