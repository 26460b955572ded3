import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  DialectAdapterBase,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { ClickhouseServer } from './client.ts';
import { ClickhouseQueryCompiler, nameParameters } from './compiler.ts';

/**
 * Kysely on ClickHouse, for the usage log alone: a server without transactions and unique keys. Each write is one
 * statement, and tables recognize rows that were written before (`tables.ts`).
 */
export class ClickhouseDialect implements Dialect {
  readonly #server: ClickhouseServer;

  constructor(server: ClickhouseServer) {
    this.#server = server;
  }

  createAdapter(): DialectAdapter {
    return new ClickhouseAdapter();
  }

  createDriver(): Driver {
    return new ClickhouseDriver(this.#server);
  }

  createQueryCompiler(): ClickhouseQueryCompiler {
    return new ClickhouseQueryCompiler();
  }

  createIntrospector(): DatabaseIntrospector {
    throw new Error('The tables of ClickHouse are not introspected: its migrations are statements');
  }
}

export class ClickhouseAdapter extends DialectAdapterBase {
  override get supportsTransactionalDdl(): boolean {
    return false;
  }

  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

class ClickhouseDriver implements Driver {
  readonly #server: ClickhouseServer;

  constructor(server: ClickhouseServer) {
    this.#server = server;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ClickhouseConnection(this.#server);
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#server.client.close();
  }
}

/** One request after another. The client has a pool of sockets. */
class ClickhouseConnection implements DatabaseConnection {
  readonly #server: ClickhouseServer;
  #running = new AbortController();

  constructor(server: ClickhouseServer) {
    this.#server = server;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { client, limitMs } = this.#server;
    this.#running = new AbortController();
    const deadline = limitMs > 0 ? AbortSignal.timeout(limitMs) : undefined;
    const abort_signal = deadline ? AbortSignal.any([deadline, this.#running.signal]) : this.#running.signal;
    const query_params = nameParameters(parameters);
    try {
      if (!READS.test(sql)) {
        await client.command({ query: sql, query_params, abort_signal });
        return { rows: [] };
      }
      const result = await client.query({ query: sql, query_params, abort_signal, format: 'JSON' });
      return { rows: (await result.json<R>()).data };
    } catch (error) {
      if (deadline?.aborted || isTimeout(error)) throw new ClickhouseSilentError(error);
      throw error;
    }
  }

  async cancelQuery(): Promise<void> {
    this.#running.abort();
  }

  // biome-ignore lint/correctness/useYield: no code streams from the usage log
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Statements of ClickHouse are not streamed');
  }
}

const READS = /^\s*(select|with|show)\b/i;

/** A code by which a lost server is recognized. The outcome is unknown, as after any loss. */
class ClickhouseSilentError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(cause: unknown) {
    super('ClickHouse does not answer', { cause });
    this.name = 'ClickhouseSilentError';
  }
}

/** The client's own error has no code. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Timeout error');
}
